package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** With a process of its own, as the bench starts it. */
class PollingClientsTest {

    private static final int CLIENTS = 5;

    private final CountDownLatch twice = new CountDownLatch(2 * CLIENTS);
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/yes", 200);
        answer("/no", 500);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(String path, int status) {
        server.createContext(path, exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
            twice.countDown();
        });
    }

    @Test
    void whatWasAnsweredIsCounted() throws Exception {
        JsonNode figures = ask("/yes");

        assertThat(figures.path("answers").asInt()).isGreaterThanOrEqualTo(CLIENTS);
        assertThat(figures.path("notAnswered").asInt()).isZero();
    }

    @Test
    void aRefusalIsNoAnswer() throws Exception {
        JsonNode figures = ask("/no");

        assertThat(figures.path("answers").asInt()).isZero();
        assertThat(figures.path("notAnswered").asInt()).isGreaterThanOrEqualTo(CLIENTS);
    }

    private JsonNode ask(String path) throws IOException, InterruptedException {
        URI place = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (PollingClients clients = new PollingClients(place, CLIENTS)) {
            clients.ask(path, "{\"job_id\": \"1\"}");
            assertThat(twice.await(60, TimeUnit.SECONDS)).isTrue();
            return clients.stop();
        }
    }
}
