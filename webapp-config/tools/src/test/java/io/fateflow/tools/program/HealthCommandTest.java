package io.fateflow.tools.program;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

class HealthCommandTest {

    private final StringWriter output = new StringWriter();
    private final StringWriter errors = new StringWriter();

    @Test
    void aServerThatIsUpIsHealthyAndOneThatIsDownIsNot() throws IOException {
        assertThat(askOneThatSays(200, "{\"status\":\"UP\"}")).isZero();
        assertThat(output.toString()).contains("UP");

        assertThat(askOneThatSays(503, "{\"status\":\"DOWN\"}")).isOne();
        assertThat(output.toString()).contains("DOWN");
    }

    @Test
    void whoDoesNotListenIsNotHealthy() throws IOException {
        int port;
        try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = nobody.getLocalPort();
        }

        assertThat(health(Map.of("SERVER_PORT", Integer.toString(port)))).isOne();
        assertThat(errors.toString()).contains("http://127.0.0.1:" + port + " does not answer: nothing listens there");
    }

    @Test
    void whoTakesConnectionsAndSaysNothingIsNotHealthy() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "http://127.0.0.1:" + silent.getLocalPort();

            assertThat(health(Map.of(), "--server", address, "--timeout", "1")).isOne();
        }
        assertThat(errors.toString()).contains("does not answer");
    }

    @Test
    void whatIsNoAddressIsSaid() {
        assertThat(health(Map.of(), "--server", "fate.example:9380")).isEqualTo(2);
        assertThat(errors.toString()).contains("is no address of a server");
    }

    private int askOneThatSays(int status, String body) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/actuator/health", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            return health(
                    Map.of("SERVER_PORT", Integer.toString(server.getAddress().getPort())));
        } finally {
            server.stop(0);
        }
    }

    private int health(Map<String, String> environment, String... arguments) {
        return new CommandLine(new HealthCommand(environment))
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(errors, true))
                .execute(arguments);
    }
}
