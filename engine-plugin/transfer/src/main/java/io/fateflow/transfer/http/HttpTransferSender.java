package io.fateflow.transfer.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.http.HttpClients;
import io.fateflow.federation.http.LimitedBody;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.federation.wire.WireFormatException;
import io.fateflow.federation.wire.WireText;
import io.fateflow.transfer.ChunkStream;
import io.fateflow.transfer.Chunks;
import io.fateflow.transfer.Delivery;
import io.fateflow.transfer.Transfer;
import io.fateflow.transfer.TransferProgress;
import io.fateflow.transfer.TransferProgressJson;
import io.fateflow.transfer.TransferSender;

/** Carries transfers over HTTP: an offer, whose answer says from where on, and then the data in one request. */
public final class HttpTransferSender implements TransferSender {

    private static final int MOST_ANSWER_BYTES = 64 * 1024;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final HttpClients clients = new HttpClients(CONNECT_TIMEOUT);
    private final Duration stall;

    /**
     * Makes a sender.
     *
     * @param stall how long nothing may move before the connection is given up
     */
    public HttpTransferSender(Duration stall) {
        this.stall = stall;
    }

    @Override
    public Delivery carry(PartyRoute route, CallHeaders headers, Transfer transfer, Path data) {
        long received = 0;
        try {
            Reply offered = offer(route, headers, transfer);
            Optional<TransferProgress> progress = offered.progress();
            if (progress.isEmpty()) {
                return unknown(route, transfer, offered);
            }
            if (progress.get().state() != TransferProgress.State.GO) {
                return progress.get().delivery(transfer.receiver());
            }
            received = progress.get().received();
            Reply uploaded = upload(route, transfer, data, progress.get(), offered.ticket());
            return uploaded.progress()
                    .orElse(TransferProgress.later("HTTP status " + uploaded.status(), received))
                    .delivery(transfer.receiver());
        } catch (IOException | WireFormatException e) {
            return new Delivery.Interrupted(
                    "party %d at %s: %s".formatted(transfer.receiver(), route, e.getMessage()), received);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Delivery.Interrupted("this server stops", received);
        }
    }

    private static Delivery unknown(PartyRoute route, Transfer transfer, Reply reply) {
        if (reply.status() >= 500) {
            return new Delivery.Interrupted(
                    "party %d at %s: HTTP status %d".formatted(transfer.receiver(), route, reply.status()), 0);
        }
        return new Delivery.Refused(("FFB-6602 what answers for party %d at %s (HTTP status %d) takes no data between"
                        + " executors: it is FATE Flow in Python, or a proxy that does not pass it on; a job with"
                        + " executors of this server needs this server at every party")
                .formatted(transfer.receiver(), route, reply.status()));
    }

    private Reply offer(PartyRoute route, CallHeaders headers, Transfer transfer)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(route, Transfer.PATH)
                .header("Content-Type", "application/json")
                .timeout(stall)
                .POST(BodyPublishers.ofString(PythonJson.dumps(transfer.json())));
        headers.http().forEach(request::header);
        return send(route, request.build(), () -> 0);
    }

    private Reply upload(PartyRoute route, Transfer transfer, Path data, TransferProgress from, String ticket)
            throws IOException, InterruptedException {
        try (ChunkStream stream =
                new ChunkStream(Chunks.open(data), from.received(), transfer.size(), from.mostBytes())) {
            HttpRequest request = request(route, "/v1/channel/data")
                    .header("Authorization", "Bearer " + ticket)
                    .PUT(BodyPublishers.ofInputStream(() -> stream))
                    .build();
            return send(route, request, stream::count);
        }
    }

    private static HttpRequest.Builder request(PartyRoute route, String path) {
        return HttpRequest.newBuilder(URI.create(
                "%s://%s:%d%s".formatted(route.tls() == null ? "http" : "https", route.host(), route.port(), path)));
    }

    /** Sends, for as long as anything moves. */
    private Reply send(PartyRoute route, HttpRequest request, LongSupplier moved)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                clients.of(route.tls()).sendAsync(request, response -> new LimitedBody(MOST_ANSWER_BYTES));
        try {
            long before = -1;
            while (true) {
                try {
                    return Reply.of(answer.get(stall.toMillis(), TimeUnit.MILLISECONDS));
                } catch (TimeoutException e) {
                    long now = moved.getAsLong();
                    if (now == before || now == 0) {
                        throw new IOException("nothing has moved for " + stall, e);
                    }
                    before = now;
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        // the client's thread ends with the client
    }

    /** An answer of the other site. */
    private record Reply(int status, JsonNode data) {

        static Reply of(HttpResponse<byte[]> response) {
            if (response.statusCode() / 100 != 2) {
                return new Reply(response.statusCode(), MissingNode.getInstance());
            }
            JsonNode data = WireText.answer(response.body()).data();
            return new Reply(response.statusCode(), data == null ? MissingNode.getInstance() : data);
        }

        Optional<TransferProgress> progress() {
            return TransferProgressJson.read(data);
        }

        String ticket() {
            return data.path("ticket").asText();
        }
    }
}
