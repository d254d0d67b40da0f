package io.fateflow.engine.contract;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.engine.node.Node;
import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;
import io.fateflow.engine.node.PostgresChannel;
import io.fateflow.engine.node.PostgresSessions;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

final class NodesOnPostgresqlTest extends NodesContract {

    /** Longer than anything here may take: only a wake-up ends the wait in time. */
    private static final Duration LONG = Duration.ofSeconds(60);

    @Override
    Database database() {
        return Database.POSTGRESQL;
    }

    /** The engine's own hook wakes all engines of one JVM, so the signal itself is looked at. */
    @Test
    void aTaskThatIsCommittedIsToldToOtherNodes() throws InterruptedException {
        BlockingQueue<NodeSignal> heard = new LinkedBlockingQueue<>();
        PostgresChannel other =
                new PostgresChannel(Objects.requireNonNull(site().jdbc().getDataSource()));
        try {
            other.listen(new NodeChannel.Listener() {
                @Override
                public void heard(NodeSignal signal) {
                    heard.add(signal);
                }

                @Override
                public void missed() {
                    heard.add(new NodeSignal.Revoked());
                }
            });
            assertThat(heard.poll(10, TimeUnit.SECONDS)).as("it listens").isNotNull();

            String job = submit(aJob().with("a"));

            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(new NodeSignal.Tasks());
            succeed(fetch(2));
            awaitStatus(job, "success");
            await().until(() -> heard.stream().anyMatch(NodeSignal.AttemptEnded.class::isInstance));
        } finally {
            other.close();
        }
    }

    @Test
    void aStopOnOneNodeReachesTheWorkerOfAnother() throws Exception {
        TestSite other = site().another();
        try {
            other.nodes().listen();
            await().until(() -> listeners() == 1);
            String job = submit(aJob().with("a"));
            List<String> held = fetch(2).stream().map(ExecutorTask::id).toList();
            CompletableFuture<List<String>> revoked = CompletableFuture.supplyAsync(() -> revoked(other, held));

            site().jobs().stop(job, "canceled");

            await().atMost(LONG_ENOUGH).until(revoked::isDone);
            assertThat(revoked.join()).isNotEmpty().isSubsetOf(held);
            awaitStatus(job, "canceled");
        } finally {
            other.closeEngine();
        }
    }

    @Test
    void aLineThatIsCutIsOpenedAgainAndWhoListensIsToldThatItMissedSomething() throws InterruptedException {
        BreakableSource source =
                new BreakableSource(Objects.requireNonNull(site().jdbc().getDataSource()));
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        AtomicInteger looks = new AtomicInteger();
        PostgresChannel other = new PostgresChannel(source);
        try {
            other.listen(new NodeChannel.Listener() {
                @Override
                public void heard(NodeSignal signal) {
                    heard.add(signal.text());
                }

                @Override
                public void missed() {
                    if (looks.incrementAndGet() == 2) {
                        throw new IllegalStateException("the database is away again");
                    }
                    heard.add("missed");
                }
            });
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("missed");

            source.breakDown();
            cutTheLine();
            await().atMost(LONG_ENOUGH).until(() -> source.refused() > 0);
            String job = submit(aJob().with("a"));
            assertThat(heard).isEmpty();
            source.repair();

            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("missed");
            assertThat(looks).hasValue(3);
            succeed(fetch(2));
            awaitStatus(job, "success");
            await().atMost(LONG_ENOUGH).until(() -> heard.stream().anyMatch(text -> text.contains(job)));
        } finally {
            other.close();
        }
    }

    @Test
    void aStopThatIsSaidWhileTheLineIsCutReachesTheWorkerAllTheSame() throws Exception {
        TestSite other = site().another();
        AtomicInteger looks = new AtomicInteger();
        try {
            other.nodes().onMissed(looks::incrementAndGet);
            other.nodes().listen();
            await().until(() -> looks.get() == 1);
            String job = submit(aJob().with("a"));
            List<String> held = fetch(2).stream().map(ExecutorTask::id).toList();
            CompletableFuture<List<String>> revoked = CompletableFuture.supplyAsync(() -> revoked(other, held));

            cutTheLine();
            site().jobs().stop(job, "canceled");

            await().atMost(LONG_ENOUGH).until(revoked::isDone);
            assertThat(revoked.join()).isNotEmpty().isSubsetOf(held);
            await().atMost(LONG_ENOUGH).until(() -> looks.get() == 2);
            awaitStatus(job, "canceled");
        } finally {
            other.closeEngine();
        }
    }

    /** As a server that is stopped, or lost without a word, between two statements of a fetch. */
    @Test
    void whoeverBuriesAServerThatStandsStillInATransactionFreesWhatItHasLocked() throws Exception {
        Node dead = new Node("dead", "http://127.0.0.1:1", "its-lock", "1", 0, 0, "fate-flow dead 1", 0);
        site().nodes().seen(dead);
        site().jdbc().update("update server_node set seen_time = 0");
        String job = submit(aJob().with("a"));
        try (Connection paused = DriverManager.getConnection(
                        ((HikariDataSource) Objects.requireNonNull(site().jdbc().getDataSource())).getJdbcUrl());
                Statement statement = paused.createStatement()) {
            statement.execute("set application_name = 'fate-flow dead 1'");
            paused.setAutoCommit(false);
            statement.execute("select * from site_setting where name = 'executor-fetch' for update");
            CompletableFuture<List<ExecutorTask>> fetch = CompletableFuture.supplyAsync(this::fetchBoth);
            await().atMost(LONG_ENOUGH).until(this::somebodyWaitsForALock);

            // the worker of this test sends no heartbeats: its attempts would be lost to buryWorkers
            site().nodes().buryNodes(() -> true);

            await().atMost(LONG_ENOUGH).until(fetch::isDone);
            succeed(fetch.join());
        }
        awaitStatus(job, "success");
        assertThat(site().nodes().nodes()).isEmpty();
    }

    @Test
    void aServerEndsNoSessionOfItsOwnNorOfAnother() {
        PostgresSessions own = new PostgresSessions(site().jdbc(), "");

        assertThat(own.end("")).isZero();
        assertThat(own.end("fate-flow nobody")).isZero();
        assertThat(new PostgresSessions(site().jdbc(), "PostgreSQL JDBC Driver").end("PostgreSQL JDBC Driver"))
                .isZero();
    }

    @Test
    void aTransactionMayStandStillWhileAnotherSiteIsAwaitedAndOnlyThen() {
        JdbcTemplate jdbc = site().jdbc();
        PostgresSessions sessions = new PostgresSessions(jdbc, "");
        TransactionTemplate transaction =
                new TransactionTemplate(new DataSourceTransactionManager(Objects.requireNonNull(jdbc.getDataSource())));

        transaction.executeWithoutResult(status -> {
            jdbc.execute("set local idle_in_transaction_session_timeout = '7s'");
            assertThat(sessions.whileIdle(Duration.ofSeconds(45), () -> idleLimit(jdbc)))
                    .isEqualTo("45s");
            assertThat(idleLimit(jdbc)).isEqualTo("7s");
        });
    }

    private static String idleLimit(JdbcTemplate jdbc) {
        return jdbc.queryForObject("show idle_in_transaction_session_timeout", String.class);
    }

    private List<ExecutorTask> fetchBoth() {
        try {
            return fetch(2);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean somebodyWaitsForALock() {
        return Boolean.TRUE.equals(site().jdbc()
                .queryForObject(
                        "select count(*) > 0 from pg_stat_activity where datname = current_database()"
                                + " and wait_event_type = 'Lock'",
                        Boolean.class));
    }

    private void cutTheLine() {
        assertThat(site().jdbc()
                        .queryForList(
                                "select pg_terminate_backend(pid) from pg_stat_activity where datname ="
                                        + " current_database() and query = 'listen fate_flow'",
                                Boolean.class))
                .containsExactly(true);
    }

    /** Gives no connections while it is down. */
    private static final class BreakableSource extends DelegatingDataSource {

        private final AtomicBoolean down = new AtomicBoolean();
        private final AtomicInteger refused = new AtomicInteger();

        BreakableSource(DataSource source) {
            super(source);
        }

        void breakDown() {
            down.set(true);
        }

        void repair() {
            down.set(false);
        }

        int refused() {
            return refused.get();
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (down.get()) {
                refused.incrementAndGet();
                throw new SQLException("the database is away");
            }
            return super.getConnection();
        }
    }

    private long listeners() {
        Long count = site().jdbc()
                .queryForObject(
                        "select count(*) from pg_stat_activity where datname = current_database()"
                                + " and query in ('listen fate_flow', 'select 1')",
                        Long.class);
        return count == null ? 0 : count;
    }

    private static List<String> revoked(TestSite site, List<String> held) {
        try {
            return site.executorTasks().awaitRevoked("w", held, LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
