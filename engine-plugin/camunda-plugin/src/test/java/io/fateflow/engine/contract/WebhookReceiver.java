package io.fateflow.engine.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.fateflow.database.Json;

/** A server that takes notifications, and answers as the test says. */
final class WebhookReceiver implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final Map<String, Queue<Said>> answers = new ConcurrentHashMap<>();
    private final CountDownLatch hangsUntil = new CountDownLatch(1);

    /**
     * A request.
     *
     * @param nanos when it came, by the JVM's clock
     */
    record Received(
            long nanos, String path, String id, String timestamp, String signature, String authorization, String body) {
        JsonNode json() {
            return Json.read(body);
        }

        String event() {
            return json().path("event").asText();
        }
    }

    /** An answer; status 0 is none until the end of the test. */
    record Said(int status, Map<String, String> headers, String body) {}

    WebhookReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    URI url(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    /** The next answers at a path; afterwards it says 204. */
    void answers(String path, int... statuses) {
        for (int status : statuses) {
            answer(path, new Said(status, Map.of(), status == 204 ? "" : "said by the test"));
        }
    }

    void answer(String path, Said said) {
        answers.computeIfAbsent(path, any -> new ConcurrentLinkedQueue<>()).add(said);
    }

    private void take(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        byte[] body = exchange.getRequestBody().readAllBytes();
        received.add(new Received(
                System.nanoTime(),
                path,
                header(exchange, "webhook-id"),
                header(exchange, "webhook-timestamp"),
                header(exchange, "webhook-signature"),
                header(exchange, "authorization"),
                new String(body, StandardCharsets.UTF_8)));
        Queue<Said> next = answers.get(path);
        Said said = next == null ? null : next.poll();
        if (said != null && said.status() == 0) {
            hang();
        }
        byte[] words = said == null ? new byte[0] : said.body().getBytes(StandardCharsets.UTF_8);
        if (said != null) {
            said.headers().forEach(exchange.getResponseHeaders()::set);
        }
        exchange.sendResponseHeaders(said == null ? 204 : said.status(), words.length == 0 ? -1 : words.length);
        if (words.length > 0) {
            exchange.getResponseBody().write(words);
        }
        exchange.close();
    }

    private void hang() {
        try {
            hangsUntil.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String header(HttpExchange exchange, String name) {
        return String.valueOf(exchange.getRequestHeaders().getFirst(name));
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    List<Received> at(String path) {
        return received.stream().filter(one -> one.path().equals(path)).toList();
    }

    /** How many requests have come to a path within some time, at most. */
    long mostWithin(Duration time, String path) {
        List<Received> all = at(path);
        return all.stream()
                .mapToLong(first -> all.stream()
                        .map(one -> one.nanos() - first.nanos())
                        .filter(after -> after >= 0 && after < time.toNanos())
                        .count())
                .max()
                .orElse(0);
    }

    @Override
    public void close() {
        hangsUntil.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
