package io.fateflow.worker.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.LoginRefusedException;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;
import io.fateflow.worker.api.WorkerJson;
import io.fateflow.worker.api.WorkerState;
import io.fateflow.worker.retry.Backoff;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class HttpExecutorTasksTest {

    private static final String TASK = """
            {"tasks":[{"id":"t1","jobId":"j","componentName":"reader_0","module":"Reader","taskId":"j_reader_0",
            "taskVersion":2,"role":"guest","partyId":"9999","config":{"roles":{}},"token":"tok","timeout":"PT1M"}]}
            """;

    private final Map<String, JsonNode> requests = new ConcurrentHashMap<>();
    private static final ExecutorReport A_REPORT =
            new ExecutorReport("success", "exited", 0, "", List.of("x"), 1, 2, 3, 4, 5, null);

    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private HttpServer server;
    private HttpExecutorTasks tasks;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/worker/", this::answer);
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        tasks = new HttpExecutorTasks(List.of(url), () -> new Credentials("wendy", "pass:word"));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void fetchesTasks() {
        answers.put("/v1/worker/fetch", TASK);

        List<ExecutorTask> fetched = tasks.fetch("w1", List.of("t1", "t2"), 3, Duration.ofSeconds(20));

        assertThat(fetched).hasSize(1);
        assertThat(fetched.get(0).taskVersion()).isEqualTo(2);
        assertThat(fetched.get(0).timeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(fetched.get(0).config().has("roles")).isTrue();
        assertThat(requireNonNull(requests.get("/v1/worker/fetch")).toString())
                .isEqualTo("{\"workerId\":\"w1\",\"max\":3,\"waitSeconds\":20,\"held\":[\"t1\",\"t2\"]}");
    }

    @Test
    void tellsWhatExecutorsMeasure() {
        ArrayNode metrics = JsonNodeFactory.instance.arrayNode().add(1);
        answers.put("/v1/worker/metrics", "{\"taken\":true}");

        assertThat(tasks.metrics("w1", "t1", metrics)).isTrue();
        assertThat(requireNonNull(requests.get("/v1/worker/metrics")).toString())
                .isEqualTo("{\"workerId\":\"w1\",\"id\":\"t1\",\"metrics\":[1]}");
    }

    /** A server of an older version does not know the call: to go on calling is of no use. */
    @Test
    void whatTheServerDoesNotKnowIsRefused() {
        answers.put("/v1/worker/metrics", "{}");
        statuses.put("/v1/worker/metrics", 404);
        ArrayNode metrics = JsonNodeFactory.instance.arrayNode();

        assertThatThrownBy(() -> tasks.metrics("w1", "t1", metrics)).isInstanceOf(ReportRefusedException.class);
    }

    @Test
    void aTimeoutMayBeSeconds() {
        answers.put("/v1/worker/fetch", TASK.replace("\"PT1M\"", "1.5"));

        assertThat(tasks.fetch("w1", 1, Duration.ZERO).get(0).timeout()).isEqualTo(Duration.ofMillis(1500));
    }

    /** As the server writes it: what it calls something else is no limit at all. */
    @Test
    void aTimeoutArrivesAsItWasSent() {
        ExecutorTask sent = aTask().withTimeout(Duration.ofMinutes(2)).build();
        answers.put("/v1/worker/fetch", "{\"tasks\":[" + WorkerJson.write(sent) + "]}");

        assertThat(tasks.fetch("w1", 1, Duration.ZERO)).containsExactly(sent);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 409, 413, 422})
    void aReportThatTheServerRefusesIsNoOutage(int status) {
        statuses.put("/v1/worker/complete", status);
        answers.put("/v1/worker/complete", "{\"retcode\":400,\"retmsg\":\"FFB-5112 no report\"}");

        assertThatThrownBy(() -> tasks.complete("w1", "t1", A_REPORT))
                .isInstanceOf(ReportRefusedException.class)
                .hasMessageContaining("FFB-5112 no report");
    }

    /** A server of an older version says so with status 200. */
    @Test
    void aReportThatTheServerRefusesInFatesWayIsNoOutage() {
        answers.put("/v1/worker/complete", "{\"retcode\":100,\"retmsg\":\"ValueError('no')\"}");

        assertThatThrownBy(() -> tasks.complete("w1", "t1", A_REPORT)).isInstanceOf(ReportRefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 408, 429, 500, 502, 503})
    void whatIsWrongWithTheServerOrItsDoorIsNoRefusal(int status) {
        statuses.put("/v1/worker/complete", status);
        answers.put("/v1/worker/complete", "{}");

        assertThatThrownBy(() -> tasks.complete("w1", "t1", A_REPORT)).isInstanceOf(ServerUnreachableException.class);
    }

    @Test
    void reportsWithAllFields() {
        answers.put("/v1/worker/complete", "{\"taken\":true}");
        ExecutorReport report = new ExecutorReport("success", "exited", 0, "", List.of("x"), 1, 2, 3, 4, 5, null);

        assertThat(tasks.complete("w1", "t1", report)).isTrue();

        JsonNode sent = requireNonNull(requests.get("/v1/worker/complete"));
        assertThat(sent.path("id").asText()).isEqualTo("t1");
        assertThat(sent.at("/report/exitReason").asText()).isEqualTo("exited");
        assertThat(sent.at("/report/peakMemoryBytes").asLong()).isEqualTo(4);
    }

    @Test
    void passesOnWhatIsWantedAndRevoked() {
        answers.put("/v1/worker/heartbeat", "{\"wanted\":false}");
        answers.put("/v1/worker/revoked", "{\"revoked\":[\"a\"]}");

        assertThat(tasks.heartbeat("w1", "t1", 42)).isFalse();
        assertThat(tasks.awaitRevoked("w1", List.of("a", "b"), Duration.ofSeconds(5)))
                .containsExactly("a");
    }

    @Test
    void anAnswerThatSaysNothingStopsNoExecutor() {
        answers.put("/v1/worker/heartbeat", "{}");

        assertThatThrownBy(() -> tasks.heartbeat("w1", "t1", 42)).isInstanceOf(ServerUnreachableException.class);
    }

    @Test
    void anErrorCarriesTheServersTextButNoPassword() {
        assertThatThrownBy(() -> tasks.fetch("w1", 1, Duration.ZERO))
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining("503")
                .hasMessageContaining("no answer set")
                .hasMessageNotContaining("pass:word");
        assertThat(new Credentials("wendy", "pass:word").toString()).doesNotContain("pass:word");
    }

    @Test
    void whenOneServerDoesNotAnswerTheNextOneIsAsked() throws IOException {
        answers.put("/v1/worker/fetch", TASK);
        URI second = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        HttpServer killed = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        killed.start();
        URI first = URI.create("http://127.0.0.1:" + killed.getAddress().getPort());
        killed.stop(0);
        HttpExecutorTasks both =
                new HttpExecutorTasks(List.of(first, second), () -> new Credentials("wendy", "pass:word"));

        assertThatThrownBy(() -> both.fetch("w1", 1, Duration.ZERO))
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining(first.toString());
        assertThat(both.fetch("w1", 1, Duration.ZERO)).hasSize(1);
        assertThat(both.fetch("w1", 1, Duration.ZERO)).hasSize(1);

        // nor one that answers that it can't
        assertThatThrownBy(() -> both.alive(new WorkerState("w1", "host", 1, 0, WorkerState.Mode.ACTIVE, "")))
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining("503");
        assertThatThrownBy(() -> both.fetch("w1", 1, Duration.ZERO))
                .isInstanceOf(ServerUnreachableException.class)
                .hasMessageContaining(first.toString());
    }

    @Test
    void aLoginThatIsRefusedIsNotTriedWithEachCallAndReadAgainWhenItIs() {
        AtomicReference<String> password = new AtomicReference<>("wrong");
        HttpExecutorTasks others = tasks(password, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)));
        HttpExecutorTasks patient = tasks(password, new Backoff(Duration.ofHours(1), Duration.ofHours(1)));
        answers.put("/v1/worker/fetch", TASK);

        assertRefused(patient);
        requests.clear();
        assertRefused(patient);
        assertThat(requests).isEmpty();

        assertRefused(others);
        password.set("pass:word");
        await().until(() -> fetched(others) == 1);
    }

    private HttpExecutorTasks tasks(AtomicReference<String> password, Backoff pauses) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new HttpExecutorTasks(
                List.of(url), new Login(() -> new Credentials("wendy", requireNonNull(password.get())), pauses));
    }

    private static void assertRefused(HttpExecutorTasks calls) {
        assertThatThrownBy(() -> calls.fetch("w1", 1, Duration.ZERO))
                .isInstanceOf(LoginRefusedException.class)
                .hasMessageContainingAll("FFB-2063", "wendy", "401")
                .hasMessageNotContaining("wrong");
    }

    private static int fetched(HttpExecutorTasks calls) {
        try {
            return calls.fetch("w1", 1, Duration.ZERO).size();
        } catch (LoginRefusedException stillInThePause) {
            return 0;
        }
    }

    private void answer(HttpExchange http) throws IOException {
        String path = http.getRequestURI().getPath();
        boolean known = new Credentials("wendy", "pass:word")
                .header()
                .equals(http.getRequestHeaders().getFirst("Authorization"));
        requests.put(path, new ObjectMapper().readTree(http.getRequestBody()));
        String answer = answers.get(path);
        int status = !known ? 401 : answer == null ? 503 : statuses.getOrDefault(path, 200);
        byte[] body = (answer == null ? "no answer set" : answer).getBytes(StandardCharsets.UTF_8);
        http.sendResponseHeaders(status, body.length);
        http.getResponseBody().write(body);
        http.close();
    }
}
