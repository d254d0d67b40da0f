package io.fateflow.worker.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.storage.StorageAccess;
import io.fateflow.worker.storage.StorageAnswer;

/**
 * The exchange over HTTP with this party's server. Uses the JDK's old client because it starts several times faster
 * than {@code java.net.http}, and an executor's start is waited for.
 */
public final class HttpExchange implements Exchange {

    private static final String PATH = "/v1/exchange/";
    private static final Duration WAIT = Duration.ofSeconds(25);
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int MAX_ANSWER_BYTES = 64 * 1024;
    private static final int CONFLICT = HttpURLConnection.HTTP_CONFLICT;

    private static final long WORTH_REMOVING_BYTES = 1 << 20;
    private static final Logger log = LoggerFactory.getLogger(HttpExchange.class);

    private final SiteServers servers;
    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private volatile boolean sent;

    /** With one server. */
    public HttpExchange(String url, String token, Backoff backoff, Duration giveUpAfter) {
        this(new SiteServers(List.of(url), token, backoff, giveUpAfter));
    }

    /** Connects nowhere yet. */
    public HttpExchange(SiteServers servers) {
        this.servers = servers;
    }

    @Override
    public void send(String variable, String tag, Party to, Payload payload) throws IOException, InterruptedException {
        String what = "send " + variable + " (tag " + tag + ") to " + to;
        once(what);
        String path = "send" + query(variable, tag, to);
        servers.run(what, attempt -> {
            HttpURLConnection connection = servers.open(PATH + path);
            connection.setRequestMethod("PUT");
            connection.setDoOutput(true);
            connection.setChunkedStreamingMode(CHUNK_BYTES);
            connection.setRequestProperty("Content-Type", "application/octet-stream");
            try (OutputStream out = connection.getOutputStream()) {
                payload.writeTo(out);
            }
            int status = connection.getResponseCode();
            // an attempt whose answer was lost has arrived: its repetition is no duplicate
            boolean arrivedBefore = status == CONFLICT && attempt > 1;
            if (status == CONFLICT && !arrivedBefore) {
                throw new ExchangeException(
                        "could not " + what + ": duplicate tag. " + SiteServers.errorText(connection));
            }
            if (status / 100 != 2 && !arrivedBefore) {
                throw SiteServers.refused(what, connection);
            }
            SiteServers.drain(connection);
            sent = true;
            return what;
        });
    }

    @Override
    public <T> T receive(String variable, String tag, Party from, Decoder<T> decoder)
            throws IOException, InterruptedException {
        String what = "receive " + variable + " (tag " + tag + ") from " + from;
        once(what);
        String path = "receive" + query(variable, tag, from) + "&wait=" + WAIT.toSeconds();
        return servers.run(what, attempt -> {
            HttpURLConnection connection = awaited(path, what);
            T value;
            try (InputStream in = connection.getInputStream()) {
                value = decoder.read(in);
            }
            if (connection.getContentLengthLong() >= WORTH_REMOVING_BYTES) {
                remove("receive" + query(variable, tag, from));
            }
            return value;
        });
    }

    /** The answer to a question that is asked again as long as there is nothing to say. */
    private HttpURLConnection awaited(String path, String what) throws IOException {
        HttpURLConnection connection = servers.open(PATH + path);
        while (connection.getResponseCode() == HttpURLConnection.HTTP_NO_CONTENT) {
            SiteServers.drain(connection);
            connection = servers.open(PATH + path);
        }
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw SiteServers.refused(what, connection);
        }
        return connection;
    }

    /** The server's disk is for others. What stays there goes when the task ends. */
    private void remove(String path) {
        try {
            HttpURLConnection connection = servers.open(PATH + path);
            connection.setRequestMethod("DELETE");
            SiteServers.drain(connection);
        } catch (IOException e) {
            log.debug("received data stays at the server until the task ends", e);
        }
    }

    @Override
    public void settle() throws IOException, InterruptedException {
        if (!sent) {
            return;
        }
        String what = "deliver what was sent";
        String path = "settled?wait=" + WAIT.toSeconds();
        servers.run(what, attempt -> {
            HttpURLConnection connection = awaited(path, what);
            SiteServers.drain(connection);
            return what;
        });
    }

    @Override
    public StorageAccess storageAccess() throws IOException, InterruptedException {
        String what = "get the login of the connector";
        return servers.run(what, attempt -> {
            HttpURLConnection connection = awaited("storage", what);
            try (InputStream in = connection.getInputStream()) {
                return StorageAnswer.read(in.readNBytes(MAX_ANSWER_BYTES));
            }
        });
    }

    private void once(String what) throws ExchangeException {
        if (!done.add(what)) {
            throw new ExchangeException("could not " + what + ": duplicate tag");
        }
    }

    private static String query(String variable, String tag, Party party) {
        return "?name=" + encode(variable) + "&tag=" + encode(tag) + "&role=" + encode(party.role()) + "&party="
                + encode(party.partyId());
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
