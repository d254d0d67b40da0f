package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@code doctor --offline} on the home of a server that was killed, and whose database somebody has damaged. */
class OfflineDoctorTest {

    @TempDir
    private Path place;

    @Test
    void stopsExecutorsAndFreesWhatTheyHoldWhileTheServerIsDown() throws IOException {
        Map<String, String> database = Postgres.newDatabase();
        Nodes nodes = new Nodes(place, database);
        nodes.executorsTake(600);
        ExecutorProcesses executors = new ExecutorProcesses(nodes.home());
        int port = ChildJvm.freePort();
        FlowClient client = new FlowClient(port);
        try {
            try (ChildJvm server = nodes.start("a", port)) {
                client.awaitUp(server);
                client.submit(Jobs.held());
                await("executors run").atMost(Duration.ofSeconds(60)).until(() -> nodes.begun() == 2);
                server.kill();
            }
            List.of("task", "job").forEach(table -> nodes.jdbc().update("delete from " + table));

            assertThat(doctor(database)).startsWith("1 ").contains("FFB-7021", "FFB-7003", "FFB-7010");
            executors.assertSomeAreAlive();
            assertThat(doctor(database, "--repair")).startsWith("0 ").contains("repaired FFB-7021", "is sound");

            executors.assertNoneIsLeft();
            new Leases(nodes.jdbc()).assertNoneIsLeft();
        } finally {
            executors.killAll();
        }
    }

    @Test
    void refusesAHomeThatIsNotThere() {
        Path nowhere = place.resolve("nowhere");

        try (ChildJvm doctor = ChildJvm.start(place, Map.of(), "doctor", "--offline", "--home", nowhere.toString())) {
            assertThat(doctor.exitCode()).isEqualTo(2);
            assertThat(doctor.output()).contains("--home", "is not there");
        }
        assertThat(nowhere).doesNotExist();
    }

    /** Exit code, and what was printed. */
    private String doctor(Map<String, String> database, String... more) {
        Map<String, String> environment = new HashMap<>();
        database.forEach(
                (key, value) -> environment.put(key.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        String[] arguments = new String[more.length + 4];
        List.of("doctor", "--offline", "--home", place.resolve("home").toString())
                .toArray(arguments);
        System.arraycopy(more, 0, arguments, 4, more.length);
        try (ChildJvm doctor = ChildJvm.start(place, environment, arguments)) {
            return doctor.exitCode() + " " + doctor.output();
        }
    }
}
