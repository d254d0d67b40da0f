package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The server is killed while executors run, and started again on the same home. It is done once, with one job for each
 * thing that may happen to executors meanwhile; the tests look at what is left when the server has ended in the end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerCrashContract {

    private static final int EXIT_CODE = 7;
    private static final int MANY = 500_000;

    /** Says that it has begun; ends when the test says so, with the exit code that the test says. */
    private static final String HOLD = "echo $$ >> $0/begun-$FATE_JOB_ID;"
            + " until [ -s $0/end-$FATE_JOB_ID ]; do sleep 0.1; done; exit $(cat $0/end-$FATE_JOB_ID)";

    private Path home;
    private Path signs;
    private ExecutorProcesses executors;
    private JdbcTemplate jdbc;

    private String adopted;
    private String succeededMeanwhile;
    private String failedMeanwhile;
    private String killedMeanwhile;
    private String killedWithItsLauncher;
    private String exchanging;

    /** Where the server keeps its rows. */
    abstract Map<String, String> database(Path home);

    @BeforeAll
    void crash(@TempDir Path place) throws IOException {
        home = place.resolve("home");
        signs = Files.createDirectory(place.resolve("signs"));
        executors = new ExecutorProcesses(home);
        Map<String, String> database = database(home);
        jdbc = new JdbcTemplate(new DriverManagerDataSource(
                database.get("spring.datasource.url"), database.get("spring.datasource.username"), ""));
        int port = ChildJvm.freePort();
        FlowClient client = new FlowClient(port);
        try (ChildJvm server = serve(place, port, database)) {
            client.awaitUp(server);
            Jobs.uploadTables(client);
            adopted = client.submit(Jobs.held());
            succeededMeanwhile = client.submit(Jobs.held());
            failedMeanwhile = client.submit(Jobs.held());
            killedMeanwhile = client.submit(Jobs.held());
            killedWithItsLauncher = client.submit(Jobs.held());
            await("executors run").atMost(Duration.ofSeconds(30)).until(() -> jobs().stream()
                    .allMatch(job -> begun(job) == 2));
            exchanging = client.submit(Jobs.secureAdd(MANY, MANY));
            await("data is exchanged").atMost(Duration.ofSeconds(30)).until(() -> client.tasks(exchanging).stream()
                    .anyMatch(task -> task.path("f_component_name").asText().equals("secure_add_example_0")
                            && task.path("f_party_status").asText().equals("running")));
            server.kill();
        }
        end(succeededMeanwhile, 0);
        end(failedMeanwhile, EXIT_CODE);
        executors.kill(killedMeanwhile, false);
        executors.kill(killedWithItsLauncher, true);
        await("they have ended").atMost(Duration.ofSeconds(10)).until(() -> executors.alive().stream()
                .allMatch(executor -> executors.isOf(executor, adopted) || executors.isOf(executor, exchanging)));
        try (ChildJvm server = serve(place, port, database)) {
            client.awaitUp(server);
            jobs().stream().filter(job -> !job.equals(adopted)).forEach(client::awaitEnd);
            assertThat(client.jobs(adopted).get(0).path("f_status").asText()).isEqualTo("running");
            client.awaitEnd(exchanging, "success");
            end(adopted, 0);
            client.awaitEnd(adopted);
            server.terminate();
        }
    }

    @AfterAll
    void killWhatAFailureHasLeft() {
        executors.killAll();
    }

    @Test
    void anExecutorThatStillRunsIsWatchedOnAndNotStartedTwice() {
        assertThat(statusOf(adopted)).containsOnly("success");
        assertThat(tasksOf(adopted)).hasSize(2).allSatisfy(task -> assertThat(task)
                .containsEntry("exit_code", 0)
                .containsEntry("task_version", 0)
                .containsEntry("party_status", "success"));
        assertThat(begun(adopted)).isEqualTo(2);
    }

    @Test
    void theExitCodeOfAnExecutorThatEndedMeanwhileCounts() {
        assertThat(statusOf(succeededMeanwhile)).containsOnly("success");
        assertThat(statusOf(failedMeanwhile)).containsOnly("failed");
        assertThat(tasksOf(failedMeanwhile))
                .anySatisfy(task ->
                        assertThat(task).containsEntry("exit_code", EXIT_CODE).containsEntry("exit_reason", "exited"));
        assertThat(begun(succeededMeanwhile)).isEqualTo(2);
    }

    @Test
    void anExecutorThatWasKilledMeanwhileFailsItsJob() {
        assertThat(statusOf(killedMeanwhile)).containsOnly("failed");
        assertThat(tasksOf(killedMeanwhile))
                .anySatisfy(task -> assertThat(task).containsEntry("exit_reason", "signal"));
        assertThat(begun(killedMeanwhile)).isEqualTo(2);
    }

    @Test
    void anExecutorOfWhichNothingIsKnownIsLost() {
        assertThat(statusOf(killedWithItsLauncher)).containsOnly("failed");
        assertThat(tasksOf(killedWithItsLauncher))
                .anySatisfy(task -> assertThat(task).containsEntry("exit_reason", "lost"));
        assertThat(begun(killedWithItsLauncher)).isEqualTo(2);
    }

    @Test
    void executorsThatExchangeDataWaitForTheServer() {
        assertThat(statusOf(exchanging)).containsOnly("success");
        assertThat(tasksOf(exchanging)).hasSize(4).allSatisfy(task -> assertThat(task)
                .containsEntry("task_version", 0)
                .containsEntry("exit_code", 0));
    }

    @Test
    void nothingIsLeft() {
        executors.assertNoneIsLeft();
        new Leases(jdbc).assertNoneIsLeft();
        assertThat(home.resolve("held")).isEmptyDirectory();
    }

    private ChildJvm serve(Path place, int port, Map<String, String> database) {
        Map<String, String> environment = new HashMap<>();
        database.forEach(
                (name, value) -> environment.put(name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        environment.put("FATE_ADMIN_PASSWORD", FlowClient.PASSWORD);
        environment.put("FATE_WORKER_MAXEXECUTORS", "12");
        environment.put("FATE_WORKER_HEARTBEAT", "200ms");
        environment.put("SPRING_APPLICATION_JSON", command());
        return ChildJvm.start(place, environment, "serve", "--home", home.toString(), "--port", Integer.toString(port));
    }

    private String command() {
        ObjectNode settings = FlowClient.JSON.createObjectNode();
        ObjectNode program = settings.withObject("/fate/worker/commands/" + Jobs.HELD_MODULE);
        List.of("sh", "-c", HOLD, signs.toString()).forEach(program.putArray("command")::add);
        return settings.toString();
    }

    private List<String> jobs() {
        return List.of(adopted, succeededMeanwhile, failedMeanwhile, killedMeanwhile, killedWithItsLauncher);
    }

    private void end(String jobId, int code) throws IOException {
        Path written = Files.writeString(signs.resolve("written"), code + "\n");
        Files.move(written, signs.resolve("end-" + jobId));
    }

    private long begun(String jobId) {
        Path file = signs.resolve("begun-" + jobId);
        try {
            return Files.exists(file) ? Files.readAllLines(file).size() : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private List<String> statusOf(String jobId) {
        return jdbc.queryForList("select status from job where job_id = ?", String.class, jobId);
    }

    private List<Map<String, Object>> tasksOf(String jobId) {
        return jdbc.queryForList(
                "select task_version, party_status, exit_reason, exit_code from task where job_id = ?", jobId);
    }
}
