package io.fateflow.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;

/** A server that answers what a test has said, each answer once and the last one from then on, and remembers what it was asked. */
public final class StubServer implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final String scheme;
    private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();

    /** In the order in which they came. */
    public final List<Asked> asked = new CopyOnWriteArrayList<>();

    private StubServer(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "stub-server");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::answer);
        server.start();
    }

    /** A request. */
    public record Asked(String path, String query, Headers headers, String body) {

        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private record Answer(int status, String body, Map<String, String> headers) {}

    public static StubServer start() {
        try {
            return new StubServer(HttpServer.create(anyPort(0), 0), "http");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static StubServer start(SSLContext context) throws IOException {
        HttpsServer server = HttpsServer.create(anyPort(0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new StubServer(server, "https");
    }

    private static InetSocketAddress anyPort(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Data of an envelope. */
    public StubServer says(String path, String data) {
        return says(
                path,
                200,
                "{\"retcode\":0,\"retmsg\":\"success\",\"jobId\":\"202601010000000000001\",\"data\":" + data + "}");
    }

    public StubServer says(String path, int status, String body) {
        return says(path, status, body, Map.of());
    }

    public StubServer says(String path, int status, String body, Map<String, String> headers) {
        answers.computeIfAbsent(path, any -> new ArrayDeque<>()).add(new Answer(status, body, headers));
        return this;
    }

    public URI address() {
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
    }

    /** What a path was asked. */
    public List<Asked> asked(String path) {
        return asked.stream().filter(request -> request.path().equals(path)).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(new Asked(
                    path, String.valueOf(exchange.getRequestURI().getRawQuery()), exchange.getRequestHeaders(), body));
            Answer answer = next(path);
            answer.headers().forEach(exchange.getResponseHeaders()::add);
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private synchronized Answer next(String path) {
        Deque<Answer> left = answers.get(path);
        if (left == null) {
            return new Answer(404, "{\"retcode\":404,\"retmsg\":\"nothing at " + path + "\"}", Map.of());
        }
        return left.size() == 1 ? left.getFirst() : left.removeFirst();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
