package io.fateflow.worker.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

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

    private static final Duration WAIT = Duration.ofSeconds(25);
    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int READ_TIMEOUT_MILLIS = 120_000;
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int MAX_ERROR_BYTES = 8 * 1024;
    private static final int MAX_ANSWER_BYTES = 64 * 1024;
    private static final int CONFLICT = HttpURLConnection.HTTP_CONFLICT;
    private static final int LOST = 424;

    /** A time-out, too early, too often: the server stood still, or has much to do. Nothing is wrong with the call. */
    private static final Set<Integer> PASSING = Set.of(HttpURLConnection.HTTP_CLIENT_TIMEOUT, 425, 429);

    private static final long WORTH_REMOVING_BYTES = 1 << 20;
    private static final Logger log = LoggerFactory.getLogger(HttpExchange.class);

    private final List<String> urls;
    private final AtomicInteger current = new AtomicInteger();
    private final String token;
    private final Retries retries;
    private final Set<String> done = ConcurrentHashMap.newKeySet();
    private volatile boolean sent;

    /** With one server. */
    public HttpExchange(String url, String token, Backoff backoff, Duration giveUpAfter) {
        this(List.of(url), token, backoff, giveUpAfter);
    }

    /**
     * Connects nowhere yet.
     *
     * @param urls of the servers, each without a path: all of one site, and when one cannot be reached, the next is asked
     * @param token of this task, never shown in errors
     * @param giveUpAfter how long a server that cannot be reached is tried again
     */
    public HttpExchange(List<String> urls, String token, Backoff backoff, Duration giveUpAfter) {
        this.urls = List.copyOf(urls);
        this.token = token;
        this.retries = new Retries(backoff, giveUpAfter, current::incrementAndGet);
    }

    @Override
    public void send(String variable, String tag, Party to, Payload payload) throws IOException, InterruptedException {
        String what = "send " + variable + " (tag " + tag + ") to " + to;
        once(what);
        String path = "send" + query(variable, tag, to);
        retries.run(what, attempt -> {
            HttpURLConnection connection = open(path);
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
            if (status / 100 != 2 && !arrivedBefore) {
                throw refused(what, connection);
            }
            drain(connection);
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
        return retries.run(what, attempt -> {
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
        HttpURLConnection connection = open(path);
        while (connection.getResponseCode() == HttpURLConnection.HTTP_NO_CONTENT) {
            drain(connection);
            connection = open(path);
        }
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw refused(what, connection);
        }
        return connection;
    }

    /** The server's disk is for others. What stays there goes when the task ends. */
    private void remove(String path) {
        try {
            HttpURLConnection connection = open(path);
            connection.setRequestMethod("DELETE");
            drain(connection);
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
        retries.run(what, attempt -> {
            HttpURLConnection connection = awaited(path, what);
            drain(connection);
            return what;
        });
    }

    @Override
    public StorageAccess storageAccess() throws IOException, InterruptedException {
        String what = "get the login of the connector";
        return retries.run(what, attempt -> {
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

    private String server() {
        return urls.get(Math.floorMod(current.get(), urls.size()));
    }

    private HttpURLConnection open(String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                URI.create(server() + "/v1/exchange/" + path).toURL().openConnection();
        connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
        connection.setReadTimeout(READ_TIMEOUT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Authorization", "Bearer " + token);
        return connection;
    }

    private static IOException refused(String what, HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        String text = "could not " + what + ": " + reason(status) + errorText(connection);
        return status >= 500 || PASSING.contains(status) ? new IOException(text) : new ExchangeException(text);
    }

    private static String reason(int status) {
        return switch (status) {
            case CONFLICT -> "duplicate tag. ";
            case HttpURLConnection.HTTP_GONE, LOST -> "";
            default -> "the server answered " + status + ". ";
        };
    }

    private static String errorText(HttpURLConnection connection) throws IOException {
        try (InputStream in = connection.getErrorStream()) {
            return in == null ? "" : new String(in.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8).strip();
        }
    }

    private static void drain(HttpURLConnection connection) throws IOException {
        try (InputStream in =
                connection.getErrorStream() == null ? connection.getInputStream() : connection.getErrorStream()) {
            in.readAllBytes();
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
