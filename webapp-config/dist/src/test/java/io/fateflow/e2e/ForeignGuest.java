package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A site that is not ours: schedules a job as guest 9999, and takes reports over HTTP. */
final class ForeignGuest implements AutoCloseable {

    private static final byte[] SUCCESS = "{\"retcode\":0,\"retmsg\":\"success\"}\n".getBytes(StandardCharsets.UTF_8);

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer server;
    private final List<JsonNode> reports = new CopyOnWriteArrayList<>();

    ForeignGuest() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/initiator/", this::take);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        JsonNode body = FlowClient.JSON.readTree(exchange.getRequestBody());
        reports.add(FlowClient.JSON
                .createObjectNode()
                .put("path", exchange.getRequestURI().getPath())
                .put("from", exchange.getRequestHeaders().getFirst("SRC-PARTY-ID"))
                .set("body", body));
        exchange.sendResponseHeaders(200, SUCCESS.length);
        exchange.getResponseBody().write(SUCCESS);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Each with {@code path}, {@code from} and {@code body}. */
    List<JsonNode> reports() {
        return List.copyOf(reports);
    }

    /** Calls host 10000 as FATE Flow does. */
    JsonNode call(int port, String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .header("USER-AGENT", "fateflow/1.11.4")
                .header("SERVICE", "fateflow")
                .header("SRC-FATE-VER", "1.11.4")
                .header("SRC-PARTY-ID", "9999")
                .header("DEST-PARTY-ID", "10000")
                .header("SRC-ROLE", "guest")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return FlowClient.JSON.readTree(
                    client.send(request, BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
