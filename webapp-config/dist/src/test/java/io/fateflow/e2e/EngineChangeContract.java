package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A site runs on Camunda, by the program's jar that {@link #CAMUNDA} names; it is stopped with jobs at each kind of wait, and goes on with
 * the program of this build, on Operaton with profile {@code operaton}.
 */
abstract class EngineChangeContract {

    /** The system property that names the jar of the build with Camunda; without it there is nothing to go on from. */
    static final String CAMUNDA = "camunda.jar";

    private static final int MANY = 500_000;
    private static final int ALL_CORES = 10;

    /** Says that it has begun; ends when the test says so, with the exit code that the test says. */
    private static final String HOLD = "echo $$ >> $0/begun-$FATE_JOB_ID;"
            + " until [ -s $0/end-$FATE_JOB_ID ]; do sleep 0.1; done; exit $(cat $0/end-$FATE_JOB_ID)";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path place;

    private final int port = ChildJvm.freePort();
    private final FlowClient client = new FlowClient(port);

    /** Where both servers keep their rows; empty for the embedded database. */
    abstract Map<String, String> database();

    @AfterEach
    void killWhatAFailureHasLeft() {
        new ExecutorProcesses(place.resolve("home")).killAll();
    }

    @Test
    void jobsAtEachWaitGoOnWithTheOtherEngine() throws IOException {
        Map<String, String> environment = environment();
        String ended;
        String failed;
        String running;
        String exchanging;
        String waiting;
        List<JsonNode> rows;
        try (ChildJvm camunda = ChildJvm.ofJar(place, environment, Path.of(System.getProperty(CAMUNDA)), arguments())) {
            client.awaitUp(camunda);
            Jobs.uploadTables(client);
            ended = client.submit(Jobs.secureAdd(30, 30));
            client.awaitEnd(ended, "success");
            rows = client.tasks(ended);
            failed = client.submit(Jobs.held());
            end(failed, 1);
            client.awaitEnd(failed, "failed");
            running = client.submit(Jobs.held());
            await("executors run").atMost(Duration.ofMinutes(1)).until(() -> begun(running) == 2);
            ObjectNode large = Jobs.held();
            large.withObject("/job_runtime_conf/job_parameters/common").put("task_cores", ALL_CORES);
            waiting = client.submit(large);
            exchanging = client.submit(Jobs.secureAdd(MANY, MANY));
            await("data is exchanged").atMost(Duration.ofMinutes(1)).until(() -> client.tasks(exchanging).stream()
                    .anyMatch(task -> task.path("f_component_name").asText().equals("secure_add_example_0")
                            && task.path("f_party_status").asText().equals("running")));
            client.awaitStatus(waiting, "waiting");
            camunda.terminate();
        }
        try (ChildJvm other = ChildJvm.start(place, environment, arguments())) {
            client.awaitUp(other);

            assertThat(client.tasks(ended)).isEqualTo(rows);
            client.awaitStatus(waiting, "waiting");
            end(running, 0);
            client.awaitEnd(running, "success");
            assertThat(begun(running)).as("executors of the job that ran").isEqualTo(2);
            client.awaitEnd(exchanging, "success");
            end(waiting, 0);
            client.awaitStatus(waiting, "success");
            end(failed, 0);
            client.retry(incidentOf(failed));
            client.awaitStatus(failed, "success");
            String another = client.submit(Jobs.secureAdd(20, 20));
            client.awaitEnd(another, "success");
            assertThat(client.findings()).isEmpty();
            other.terminate();
        }
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        database()
                .forEach((name, value) ->
                        environment.put(name.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        environment.put("FATE_ADMIN_PASSWORD", FlowClient.PASSWORD);
        environment.put("FATE_WORKER_MAXEXECUTORS", "12");
        environment.put("FATE_WORKER_HEARTBEAT", "200ms");
        ObjectNode settings = FlowClient.JSON.createObjectNode();
        ObjectNode program = settings.withObject("/fate/worker/commands/" + Jobs.HELD_MODULE);
        List.of("sh", "-c", HOLD, place.toString()).forEach(program.putArray("command")::add);
        environment.put("SPRING_APPLICATION_JSON", settings.toString());
        return environment;
    }

    private String[] arguments() {
        return new String[] {"serve", "--home", place.resolve("home").toString(), "--port", Integer.toString(port)};
    }

    private void end(String jobId, int code) throws IOException {
        Path written = Files.writeString(place.resolve("written"), code + "\n");
        Files.move(written, place.resolve("end-" + jobId), StandardCopyOption.REPLACE_EXISTING);
    }

    private long begun(String jobId) throws IOException {
        Path file = place.resolve("begun-" + jobId);
        return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    }

    /** The engine's job that an operator gives another try. */
    private String incidentOf(String jobId) {
        String process = client.engine("/process-instance?processDefinitionKey=fate-job&businessKey=" + jobId)
                .path(0)
                .path("id")
                .asText();
        return client.engine("/incident?processInstanceId=" + process)
                .path(0)
                .path("configuration")
                .asText();
    }
}
