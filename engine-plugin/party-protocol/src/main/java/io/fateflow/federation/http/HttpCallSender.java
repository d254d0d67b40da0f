package io.fateflow.federation.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.outgoing.CallSender;
import io.fateflow.federation.outgoing.OutgoingCall;
import io.fateflow.federation.outgoing.PeerCertificates;
import io.fateflow.federation.wire.SiteProtocol;

/** Carries calls over HTTP. Connections are kept and used again. */
public final class HttpCallSender implements CallSender {

    /** The header's seconds are cut off: on average they are half a second late. */
    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final HttpClients clients = new HttpClients(CONNECT_TIMEOUT);
    private final int maxAnswerBytes;

    /**
     * Makes a sender.
     *
     * @param maxAnswerBytes a longer answer is refused
     */
    public HttpCallSender(int maxAnswerBytes) {
        this.maxAnswerBytes = maxAnswerBytes;
    }

    @Override
    public Carried carry(PartyRoute route, OutgoingCall call) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(route, call.path()))
                .timeout(call.timeout())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(call.body()));
        call.headers().http().forEach(request::header);
        call.traceParent().ifPresent(parent -> request.header(OutgoingCall.TRACE_PARENT, parent));
        CompletableFuture<HttpResponse<byte[]>> answer =
                clients.of(route.tls()).sendAsync(request.build(), response -> new LimitedBody(maxAnswerBytes));
        try {
            return carried(answer.get(call.timeout().toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new HttpTimeoutException("no answer in time");
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the call was broken off");
        } catch (ExecutionException e) {
            throw cause(e);
        }
    }

    private static IOException cause(ExecutionException e) {
        if (e.getCause() instanceof ConnectException) {
            return new ConnectException("nobody listens there");
        }
        return e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }

    private static Carried carried(HttpResponse<byte[]> response) throws IOException {
        if (response.statusCode() / 100 != 2) {
            throw new IOException("it answered with HTTP status " + response.statusCode());
        }
        return new Carried(
                response.body(),
                date(response.headers().firstValue("Date").orElse("")),
                SiteProtocol.of(
                        response.headers().firstValue(SiteProtocol.HEADER).orElse(null)),
                PeerCertificates.end(response.sslSession().orElse(null)));
    }

    private static URI uri(PartyRoute route, String path) {
        return URI.create(
                "%s://%s:%d%s".formatted(route.tls() == null ? "http" : "https", route.host(), route.port(), path));
    }

    private static @Nullable Instant date(String header) {
        try {
            return header.isEmpty()
                    ? null
                    : ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant()
                            .plus(HALF_A_SECOND);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
