package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * The guest's server is killed at the commit of a chosen step of a job with a host on another site, and started again. The
 * commit is then done or not, as when a machine fails at that moment.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledAtACommitTest {

    private static final long GUEST = 9999;
    private static final long HOST = 10000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What the held transaction writes, as a table and a condition on its row. */
    enum Point {
        JOB_IS_WRITTEN("job", "new.is_initiator"),
        CORES_ARE_LEASED("resource_lease", "new.kind = 'job'"),
        HOST_IS_TO_START_THE_JOB("party_command", "new.action = 'start' and new.task_id = ''"),
        HOST_HAS_BEGUN_ITS_ATTEMPT(
                "party_command", "new.action = 'start' and new.task_id <> '' and new.answer_time is not null"),
        WORKER_TAKES_THE_ATTEMPT("task", "new.role = 'guest' and new.party_status = 'running'"),
        WORKER_REPORTS_THE_END("task", "new.role = 'guest' and new.party_status = 'success'"),
        HOST_REPORTS_THE_END("task", "new.role = 'host' and new.party_status = 'success'"),
        JOB_SUCCEEDS("job", "new.is_initiator and new.status = 'success'");

        private final String table;
        private final String row;

        Point(String table, String row) {
            this.table = table;
            this.row = row;
        }
    }

    private final Set<String> known = new HashSet<>();
    private final int port = ChildJvm.freePort();
    private final FlowClient client = new FlowClient(port);
    private Nodes guest;
    private Site host;
    private ChildJvm server;

    @BeforeAll
    void start(@TempDir Path place) throws IOException {
        guest = new Nodes(place, Postgres.newDatabase());
        guest.executorsTake(0);
        host = new Site(HOST, place.resolve("host"), place, List.of()).route(GUEST, "http", port);
        guest.with(settings -> settings.put("fate.federation.enabled", true)
                .put("fate.federation.party-id", GUEST)
                .put("fate.federation.routes." + HOST + ".protocol", "http")
                .put("fate.federation.routes." + HOST + ".host", "127.0.0.1")
                .put("fate.federation.routes." + HOST + ".http-port", host.httpPort()));
        host.with(guest::configureExecutor).start();
        server = guest.start("a", port);
        host.awaitUp();
        client.awaitUp(server);
    }

    @AfterAll
    void stop() {
        server.close();
        host.close();
        new ExecutorProcesses(guest.home()).killAll();
    }

    /** A start of the server is what takes time: no point is there twice that a neighbour covers. */
    static Stream<Arguments> pointsAndWhetherTheyAreCommitted() {
        return Stream.of(
                arguments(Point.JOB_IS_WRITTEN, false),
                arguments(Point.JOB_IS_WRITTEN, true),
                arguments(Point.CORES_ARE_LEASED, true),
                arguments(Point.HOST_IS_TO_START_THE_JOB, true),
                arguments(Point.HOST_HAS_BEGUN_ITS_ATTEMPT, false),
                arguments(Point.WORKER_TAKES_THE_ATTEMPT, true),
                arguments(Point.WORKER_REPORTS_THE_END, false),
                arguments(Point.WORKER_REPORTS_THE_END, true),
                arguments(Point.HOST_REPORTS_THE_END, false),
                arguments(Point.JOB_SUCCEEDS, false),
                arguments(Point.JOB_SUCCEEDS, true));
    }

    @ParameterizedTest(name = "{0}, committed: {1}")
    @MethodSource("pointsAndWhetherTheyAreCommitted")
    void theJobGoesOnAndEachAttemptRunsOnce(Point point, boolean committed) throws Exception {
        try (HeldCommit held = new HeldCommit(guest.jdbc(), point.table, point.row)) {
            // its answer may get lost with the server
            CompletableFuture<String> submission =
                    CompletableFuture.supplyAsync(() -> client.submit(Jobs.heldAtTwoSites()));
            held.awaitHeld();
            server.kill();
            submission.exceptionally(lost -> "").join();
            end(held, committed);
        }
        assertThat(written(point)).as("the step was committed").isEqualTo(committed);

        server = guest.start("a", port);
        client.awaitUp(server);
        String job = submitted().orElseGet(() -> client.submit(Jobs.heldAtTwoSites()));
        known.add(job);

        await("success at both sites").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(guest.jdbc().queryForList("select status from job where job_id = ?", String.class, job))
                    .containsOnly("success");
            assertThat(host.statusOf(job)).containsExactly("success");
        });
        assertEachAttemptRanOnce(job);
        assertNothingIsLeft();
    }

    private static void end(HeldCommit held, boolean committed) throws SQLException {
        if (committed) {
            held.commit();
        } else {
            held.rollBack();
        }
    }

    /** Whether the row is there that the held transaction has written. */
    private boolean written(Point point) {
        return guest
                .jdbc()
                .queryForList("select new.job_id from " + point.table + " new where " + point.row, String.class)
                .stream()
                .anyMatch(job -> !known.contains(job));
    }

    private Optional<String> submitted() {
        return guest.jdbc().queryForList("select job_id from job where is_initiator = true", String.class).stream()
                .filter(job -> !known.contains(job))
                .findFirst();
    }

    private void assertEachAttemptRanOnce(String job) {
        assertThat(guest.attempts())
                .filteredOn(task -> String.valueOf(task.get("task_id")).startsWith(job))
                .hasSize(2)
                .allSatisfy(task ->
                        assertThat(task).containsEntry("task_version", 0).containsEntry("party_status", "success"));
        guest.assertNothingRanTwice();
        assertThat(guest.begun()).isEqualTo(2L * known.size());
    }

    private void assertNothingIsLeft() {
        new Leases(guest.jdbc()).assertNoneIsLeft();
        host.assertNothingIsLeft();
        await("both doctors find nothing").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(client.findings()).isEmpty();
            assertThat(host.client().findings()).isEmpty();
        });
        new ExecutorProcesses(guest.home()).assertNoneIsLeft();
    }
}
