package io.fateflow.tools.client;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

import io.fateflow.client.FateFlowClient;

import static org.assertj.core.api.Assertions.assertThat;

/** How commands that call a server end. */
class ServerCommandTest {

    private final StringWriter results = new StringWriter();
    private final StringWriter remarks = new StringWriter();

    @Command(name = "talkative")
    private static final class Talkative extends ServerCommand {

        @Override
        int run(FateFlowClient server, Output out) {
            for (int line = 0; line < 100; line++) {
                out.line("and so on");
            }
            return ExitCodes.SUCCESS;
        }
    }

    /** A pipe whose reader has gone. */
    private static final class ClosedPipe extends OutputStream {

        @Override
        public void write(int one) throws IOException {
            throw new IOException("Broken pipe");
        }
    }

    @Test
    void aCommandEndsWithWhoeverReadsItsResultsAndSaysNothing() {
        PrintStream own = System.out;
        System.setOut(new PrintStream(new ClosedPipe(), true, StandardCharsets.UTF_8));
        try {
            int exitCode = new CommandLine(new Talkative())
                    .setErr(new PrintWriter(remarks, true))
                    .execute();

            assertThat(exitCode).isEqualTo(141);
            assertThat(remarks.toString()).isEmpty();
        } finally {
            System.setOut(own);
        }
    }

    @ParameterizedTest
    @CsvSource({"delivered, the receiver has answered 204, 0", "failed, it can't be reached: ConnectException, 1"})
    void aReceiverIsTriedAndItsAnswerShown(String outcome, String result, int expected) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        StringBuilder asked = new StringBuilder();
        server.createContext("/v1/notification/test", call -> {
            asked.append(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] answer = """
                {"retcode": 0, "retmsg": "success", "data": {"receiver": "ops", "notification": "msg_1",
                 "outcome": "%s", "result": "%s"}}""".formatted(outcome, result).getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(200, answer.length);
            call.getResponseBody().write(answer);
            call.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            int exitCode = new CommandLine(new NotifyCommand())
                    .setOut(new PrintWriter(results, true))
                    .setErr(new PrintWriter(remarks, true))
                    .execute("test", "ops", "--server", url);

            assertThat(exitCode).isEqualTo(expected);
            assertThat(asked.toString()).isEqualTo("{\"receiver\":\"ops\"}");
            assertThat(results.toString().strip()).isEqualTo(outcome + ": " + result + " (msg_1)");
        } finally {
            server.stop(0);
        }
    }
}
