package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.webapp.fault.WrongNodeClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;
import static org.awaitility.Awaitility.await;

/** Two servers on one PostgreSQL and one home, as processes of their own. */
class SeveralNodesTest {

    private static final int JOBS = 20;
    private static final int MANY = 300_000;
    private static final Duration TAKEN_OVER_WITHIN = Duration.ofSeconds(15);
    private static final Duration HELD_UP_AT_MOST = Duration.ofSeconds(30);
    private static final int PAUSES_AT_MOST = 2_000;
    private static final Duration JOBS_END_WITHIN = Duration.ofSeconds(150);

    @TempDir
    private Path place;

    private Nodes nodes;
    private ExecutorProcesses executors;
    private final int portA = ChildJvm.freePort();
    private final int portB = ChildJvm.freePort();
    private final FlowClient a = new FlowClient(portA);
    private final FlowClient b = new FlowClient(portB);

    @BeforeEach
    void prepare() throws IOException {
        nodes = new Nodes(place, Postgres.newDatabase());
        executors = new ExecutorProcesses(nodes.home());
    }

    @AfterEach
    void killWhatAFailureHasLeft() {
        executors.killAll();
    }

    @Test
    void whatAKilledNodeHasBegunTheOthersFinish() throws IOException {
        nodes.executorsTake(4);
        try (ChildJvm serverA = nodes.start("a", portA)) {
            a.awaitUp(serverA);
            try (ChildJvm serverB = nodes.start("b", portB)) {
                b.awaitUp(serverB);
                Jobs.uploadTables(a);
                await("both are listed")
                        .until(() -> a.get("/v1/node/list").at("/data/nodes").size() == 2
                                && a.get("/v1/node/list").at("/data/workers").size() == 2);
                List<String> jobs = submit(JOBS);
                String exchanging = b.submit(Jobs.secureAdd(MANY, MANY));
                await("both workers run executors")
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> running("worker-a") > 2 && running("worker-b") > 2);

                serverA.kill();
                long killed = System.nanoTime();

                await("the other node has the executors")
                        .atMost(TAKEN_OVER_WITHIN)
                        .until(() -> running("worker-a") == 0);
                System.out.println("executors of a killed node adopted after " + since(killed));
                await("the dead is forgotten")
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> b.get("/v1/node/list").at("/data/nodes").size() == 1);
                System.out.println("a killed node known to be dead after " + since(killed));
                await("jobs have ended").atMost(JOBS_END_WITHIN).until(() -> ended(jobs));
                b.awaitEnd(exchanging, "success");
                System.out.println(JOBS + " jobs ended " + since(killed) + " after the kill");
                jobs.forEach(job -> b.awaitEnd(job, "success"));
                assertNothingWasLost();
                serverB.terminate();
            }
        }
        executors.assertNoneIsLeft();
    }

    @Test
    void aRollingRestartLosesNothing() throws IOException {
        nodes.executorsTake(6);
        ChildJvm serverA = nodes.start("a", portA);
        ChildJvm serverB = serverA;
        try {
            a.awaitUp(serverA);
            serverB = nodes.start("b", portB);
            b.awaitUp(serverB);
            Jobs.uploadTables(a);
            List<String> jobs = new ArrayList<>(submit(JOBS / 2));
            await("executors run").atMost(Duration.ofSeconds(60)).until(() -> nodes.begun() > 4);

            serverA.terminate();
            serverA = nodes.start("a", portA);
            a.awaitUp(serverA);
            long begunBefore = nodes.begun();
            jobs.addAll(submit(JOBS / 2));
            await("new ones run").atMost(Duration.ofSeconds(60)).until(() -> nodes.begun() > begunBefore + 4);
            serverB.terminate();
            serverB = nodes.start("b", portB);
            b.awaitUp(serverB);

            await("jobs have ended").atMost(JOBS_END_WITHIN).until(() -> ended(jobs));
            jobs.forEach(job -> b.awaitEnd(job, "success"));
            assertNothingWasLost();
            serverA.terminate();
            serverB.terminate();
        } finally {
            serverA.close();
            serverB.close();
        }
        executors.assertNoneIsLeft();
    }

    @Test
    void twoServersWhoseClocksDifferByFiveMinutesDoNotHarmEachOther() throws IOException {
        nodes.executorsTake(2);
        try (ChildJvm serverA = nodes.start("a", portA)) {
            a.awaitUp(serverA);
            nodes.with(settings -> settings.put("spring.main.sources", WrongNodeClock.class.getName()));
            Path part = Additions.with(WrongNodeClock.class, place.resolve("parts"));
            try (ChildJvm serverB = nodes.start("b", portB, List.of(part))) {
                b.awaitUp(serverB);
                Jobs.uploadTables(a);

                List<String> jobs = submit(JOBS);

                await("jobs have ended").atMost(JOBS_END_WITHIN).until(() -> ended(jobs));
                jobs.forEach(job -> b.awaitEnd(job, "success"));
                assertNothingWasLost();
                await("each knows of the wrong clock")
                        .atMost(Duration.ofSeconds(30))
                        .untilAsserted(this::assertServerBsClockIsKnownToBeWrong);
                serverB.terminate();
            }
            serverA.terminate();
        }
        executors.assertNoneIsLeft();
    }

    @Test
    void aServerThatIsPausedInATransactionHoldsUpTheOtherForSecondsOnly() throws IOException {
        nodes.executorsTake(0.2);
        try (ChildJvm serverA = nodes.start("a", portA)) {
            a.awaitUp(serverA);
            try (ChildJvm serverB = nodes.start("b", portB)) {
                b.awaitUp(serverB);
                Jobs.uploadTables(a);
                try {
                    List<String> jobs = pauseInATransaction(serverA);
                    long paused = System.nanoTime();

                    await("the other waits for it no more")
                            .atMost(HELD_UP_AT_MOST)
                            .until(() -> heldUp() == 0);
                    System.out.println("held up by a paused server for " + since(paused));
                    b.awaitEnd(b.submit(Jobs.held()), "success");
                    System.out.println("a job of the other server ended " + since(paused) + " after the pause began");

                    serverA.resume();
                    await("jobs have ended").atMost(JOBS_END_WITHIN).until(() -> ended(jobs));
                } finally {
                    serverA.resume();
                }
                await("both are there")
                        .atMost(JOBS_END_WITHIN)
                        .until(() -> a.get("/v1/node/list").at("/data/nodes").size() == 2);
                new Leases(nodes.jdbc()).assertNoneIsLeft();
                serverB.terminate();
            }
            serverA.terminate();
        }
        executors.assertNoneIsLeft();
    }

    /** Awaited: on a machine that stands still for a while, each may be taken for dead until it is heard again. */
    private void assertServerBsClockIsKnownToBeWrong() {
        assertThat(nodes.jdbc()
                        .queryForList("select clock_difference from server_node where node_name = 'b'", Long.class))
                .singleElement(LONG)
                .isCloseTo(WrongNodeClock.AHEAD.toMillis(), within(2_000L));
        assertThat(a.findings().toString()).contains("FFB-7030", "server b");
        assertThat(b.get("/actuator/health").path("status").asText()).isEqualTo("WARNING");
        assertThat(a.get("/actuator/health").path("status").asText()).isEqualTo("UP");
    }

    /** Pauses it again and again, until the other waits for a lock that it holds. */
    private List<String> pauseInATransaction(ChildJvm server) {
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < PAUSES_AT_MOST; i++) {
            if (i % 20 == 0) {
                jobs.addAll(submit(6));
            }
            server.pause();
            if (heldUp() > 0) {
                return jobs;
            }
            server.resume();
        }
        throw new AssertionError("it was never paused while the other waited for it");
    }

    /** How many sessions of server b wait for one of server a, which does nothing. */
    private long heldUp() {
        Long count = nodes.jdbc()
                .queryForObject(
                        "select count(*) from pg_stat_activity w where w.datname = current_database()"
                                + " and w.application_name like 'fate-flow b %' and exists (select 1 from"
                                + " pg_stat_activity h where h.pid = any(pg_blocking_pids(w.pid))"
                                + " and h.application_name like 'fate-flow a %' and h.state = 'idle in transaction')",
                        Long.class);
        return count == null ? 0 : count;
    }

    private List<String> submit(int count) {
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < count / 2; i++) {
            jobs.add(a.submit(Jobs.held()));
            jobs.add(b.submit(Jobs.held()));
        }
        return jobs;
    }

    private long running(String worker) {
        Long count = nodes.jdbc()
                .queryForObject(
                        "select count(*) from task where party_status = 'running' and worker_id = ?",
                        Long.class,
                        worker);
        return count == null ? 0 : count;
    }

    private boolean ended(List<String> jobs) {
        List<String> done = nodes.jdbc()
                .queryForList(
                        "select job_id from job where is_initiator and status in ('success', 'failed', 'canceled')",
                        String.class);
        return done.containsAll(jobs);
    }

    private void assertNothingWasLost() {
        assertThat(nodes.attempts()).hasSize(2 * JOBS).allSatisfy(task -> assertThat(task)
                .containsEntry("task_version", 0)
                .containsEntry("party_status", "success"));
        nodes.assertNothingRanTwice();
        assertThat(nodes.begun()).isEqualTo(2 * JOBS);
        new Leases(nodes.jdbc()).assertNoneIsLeft();
    }

    private static String since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis() + " ms";
    }
}
