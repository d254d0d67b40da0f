package io.fateflow.worker.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.fateflow.worker.retry.Backoff;

/** The servers of an executor's own site, called with the token of its task: when one cannot be reached, the next is asked. */
public final class SiteServers {

    private static final int CONNECT_TIMEOUT_MILLIS = 10_000;
    private static final int READ_TIMEOUT_MILLIS = 120_000;
    private static final int MAX_ERROR_BYTES = 8 * 1024;
    private static final int LOST = 424;

    /** A time-out, too early, too often: the server stood still, or has much to do. Nothing is wrong with the call. */
    private static final Set<Integer> PASSING = Set.of(HttpURLConnection.HTTP_CLIENT_TIMEOUT, 425, 429);

    private final List<String> urls;
    private final AtomicInteger current = new AtomicInteger();
    private final String token;
    private final Retries retries;

    /**
     * Connects nowhere yet.
     *
     * @param urls each without a path, all of one site
     * @param token of this task, never shown in errors
     * @param giveUpAfter how long a server that cannot be reached is tried again
     */
    public SiteServers(List<String> urls, String token, Backoff backoff, Duration giveUpAfter) {
        this.urls = List.copyOf(urls);
        this.token = token;
        this.retries = new Retries(backoff, giveUpAfter, current::incrementAndGet);
    }

    /** One attempt at a request, numbered from 1. */
    @FunctionalInterface
    public interface Request<T> {
        T attempt(int number) throws IOException, InterruptedException;
    }

    /**
     * Makes a request, again while the servers cannot be reached.
     *
     * @param what it is to do, for errors
     * @throws ExchangeException if it is refused
     */
    public <T> T run(String what, Request<T> request) throws IOException, InterruptedException {
        return retries.run(what, request::attempt);
    }

    /** A request to the server whose turn it is; nothing is sent yet. */
    public HttpURLConnection open(String path) throws IOException {
        String server = urls.get(Math.floorMod(current.get(), urls.size()));
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(server + path).toURL().openConnection();
        connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
        connection.setReadTimeout(READ_TIMEOUT_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Authorization", "Bearer " + token);
        return connection;
    }

    /** What an answer that is no success means: an {@link ExchangeException} if the same would be said another time. */
    public static IOException refused(String what, HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        boolean explained = status == HttpURLConnection.HTTP_GONE || status == LOST;
        String text = "could not " + what + ": " + (explained ? "" : "the server answered " + status + ". ")
                + errorText(connection);
        return status >= 500 || PASSING.contains(status) ? new IOException(text) : new ExchangeException(text);
    }

    /** What the server says of its refusal. */
    public static String errorText(HttpURLConnection connection) throws IOException {
        try (InputStream in = connection.getErrorStream()) {
            return in == null ? "" : new String(in.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8).strip();
        }
    }

    /** Reads an answer to its end, so that its connection serves the next request. */
    public static void drain(HttpURLConnection connection) throws IOException {
        try (InputStream in =
                connection.getErrorStream() == null ? connection.getInputStream() : connection.getErrorStream()) {
            in.readAllBytes();
        }
    }
}
