package io.fateflow.worker.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/** The exchange of one site in memory, for tests: tokens are {@code role:party}. */
public final class ExchangeServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, byte[]> arrived = new ConcurrentHashMap<>();
    private final AtomicInteger failuresToCome = new AtomicInteger();
    private volatile int failure;
    private volatile String gone = "";
    private volatile String lost = "";
    private final AtomicInteger underway = new AtomicInteger();

    public ExchangeServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/exchange/send", this::send);
        server.createContext("/v1/exchange/receive", this::receive);
        server.createContext("/v1/exchange/settled", this::settled);
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** From now on, every task is over. */
    public void endTasks(String reason) {
        gone = reason;
    }

    /** What was sent to other sites arrives only when somebody has asked so often. */
    public void deliverAfter(int questions) {
        underway.set(questions);
    }

    /** What was sent to other sites will never be there. */
    public void lose(String reason) {
        lost = reason;
    }

    /** How many things are here. */
    public int kept() {
        return arrived.size();
    }

    public void failNext(int requests) {
        failNext(requests, 503);
    }

    /** The same with another status. */
    public void failNext(int requests, int status) {
        failure = status;
        failuresToCome.set(requests);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void send(HttpExchange http) throws IOException {
        Map<String, String> query = query(http);
        byte[] body = http.getRequestBody().readAllBytes();
        if (refused(http)) {
            return;
        }
        String key = key(query, sender(http), query.get("role") + ":" + query.get("party"));
        boolean isNew;
        synchronized (this) {
            isNew = arrived.putIfAbsent(key, body) == null;
            notifyAll();
        }
        answer(http, isNew ? 201 : 409, new byte[0]);
    }

    private void receive(HttpExchange http) throws IOException {
        Map<String, String> query = query(http);
        if (refused(http)) {
            return;
        }
        String key = key(query, query.get("role") + ":" + query.get("party"), sender(http));
        if (http.getRequestMethod().equals("DELETE")) {
            arrived.remove(key);
            answer(http, 204, new byte[0]);
            return;
        }
        byte[] body = await(key, Integer.parseInt(query.get("wait")));
        answer(http, body == null ? 204 : 200, body == null ? new byte[0] : body);
    }

    private void settled(HttpExchange http) throws IOException {
        if (refused(http)) {
            return;
        }
        if (!lost.isEmpty()) {
            answer(http, 424, lost.getBytes(StandardCharsets.UTF_8));
            return;
        }
        answer(http, underway.getAndUpdate(n -> Math.max(0, n - 1)) > 0 ? 204 : 200, new byte[0]);
    }

    private synchronized byte @Nullable [] await(String key, int seconds) {
        long deadline = System.currentTimeMillis() + Math.min(1, seconds) * 1000L;
        try {
            while (!arrived.containsKey(key) && System.currentTimeMillis() < deadline) {
                wait(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return arrived.get(key);
    }

    private boolean refused(HttpExchange http) throws IOException {
        if (failuresToCome.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            answer(http, failure, "busy".getBytes(StandardCharsets.UTF_8));
            return true;
        }
        if (!gone.isEmpty()) {
            answer(http, 410, gone.getBytes(StandardCharsets.UTF_8));
            return true;
        }
        return false;
    }

    private static String key(Map<String, String> query, String from, String to) {
        return String.join("|", query.get("name"), query.get("tag"), from, to);
    }

    private static String sender(HttpExchange http) {
        return http.getRequestHeaders().getFirst("Authorization").substring("Bearer ".length());
    }

    private static Map<String, String> query(HttpExchange http) {
        return Arrays.stream(http.getRequestURI().getQuery().split("&", -1))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (a, b) -> b, TreeMap::new));
    }

    private static void answer(HttpExchange http, int status, byte[] body) throws IOException {
        http.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        http.getResponseBody().write(body);
        http.close();
    }
}
