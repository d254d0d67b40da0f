package io.fateflow.tools.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The clients of {@code bench api} that ask for one thing again and again, each once a second, as FATE's do while they
 * wait for a job. When it can begin it says so. A line of standard input is what they ask, the next one stops them and has their figures printed; the
 * process ends with its standard input.
 */
@Command(name = "polling-clients", hidden = true)
public final class PollingClientsProcess implements Callable<Integer> {

    static final String READY = "ready";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long MILLIS = 1000;
    private static final String OK = "HTTP/1.1 200 ";
    private static final int MOST_ANSWER_BYTES = 1 << 16;

    @Parameters
    private URI server = URI.create("http://127.0.0.1");

    @Option(names = "--count")
    private int count;

    @Override
    public Integer call() throws IOException {
        System.out.println(READY);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            try (Round round = new Round(request(JSON.readTree(line)))) {
                lines.readLine();
                System.out.println(round.figures());
            }
        }
        return 0;
    }

    private byte[] request(JsonNode question) {
        String body = question.path("body").asText();
        String request = "POST " + question.path("path").asText() + " HTTP/1.1\r\nHost: " + server.getAuthority()
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
        return request.getBytes(StandardCharsets.US_ASCII);
    }

    /** One thread serves all: a client sends what is written already, and looks a second later whether it was answered. */
    private final class Round implements AutoCloseable {

        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        private final List<Client> clients = new ArrayList<>();
        private final AtomicInteger answers = new AtomicInteger();
        private final AtomicInteger refusals = new AtomicInteger();
        private final long begin = cpuNanos();

        /** The clients begin apart, spread over the first second. */
        @SuppressWarnings("FutureReturnValueIgnored") // they end with the clock
        Round(byte[] request) throws IOException {
            for (int index = 0; index < count; index++) {
                Client client = new Client(new Socket(server.getHost(), server.getPort()));
                clients.add(client);
                clock.scheduleAtFixedRate(
                        () -> client.turn(request), index * MILLIS / count, MILLIS, TimeUnit.MILLISECONDS);
            }
        }

        ObjectNode figures() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("answers", answers.get())
                    .put("notAnswered", refusals.get())
                    .put("cpuSeconds", (cpuNanos() - begin) / 1e9);
        }

        @Override
        public void close() throws IOException {
            clock.shutdownNow();
            for (Client client : clients) {
                client.socket.close();
            }
        }

        private final class Client {

            private final Socket socket;
            private final byte[] answer = new byte[MOST_ANSWER_BYTES];
            private boolean asked;

            Client(Socket socket) {
                this.socket = socket;
            }

            void turn(byte[] request) {
                try {
                    if (asked) {
                        (answered() ? answers : refusals).incrementAndGet();
                    }
                    asked = true;
                    socket.getOutputStream().write(request);
                } catch (IOException failed) {
                    refusals.incrementAndGet();
                }
            }

            private boolean answered() throws IOException {
                int length = socket.getInputStream().available() == 0
                        ? 0
                        : socket.getInputStream().read(answer);
                return new String(answer, 0, Math.min(Math.max(0, length), OK.length()), StandardCharsets.US_ASCII)
                        .startsWith(OK);
            }
        }
    }

    private static long cpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }
}
