package io.fateflow.engine.transfer;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.NewJob;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.task.NewTask;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.engine.task.TaskVersions;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.transfer.Address;
import io.fateflow.transfer.EndedSessions;

import static org.assertj.core.api.Assertions.assertThat;

/** For which attempts nothing is kept any more, on every database. */
abstract class EndedSessionsContract {

    private static final String JOB = "202601021530450000010";
    private static final String TASK = JOB + "_add_0";
    private static final String FIRST = Address.session(TASK, 0);

    private JdbcTemplate jdbc;
    private TaskVersions tasks;
    private EndedSessions sessions;

    abstract DataSource dataSource();

    @BeforeEach
    void aJobWhoseAttemptHasNotBegun() {
        Flyway.configure()
                .dataSource(dataSource())
                .locations("classpath:db/fateflow")
                .load()
                .migrate();
        jdbc = new JdbcTemplate(dataSource());
        jdbc.update("delete from task");
        jdbc.update("delete from job");
        tasks = new TaskStore(jdbc, Clock.systemUTC()).versions();
        sessions = new EndedSessions(jdbc);
        new JobStore(jdbc, Clock.systemUTC()).insert(List.of(job()));
        tasks.insert(List.of(task(0)));
    }

    @Test
    void whatMayStillBeginKeepsItsData() {
        assertThat(sessions.hasEnded(FIRST)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "canceled", "timeout"})
    void anAttemptThatNeverBeganEndsWithItsJob(String status) {
        jdbc.update("update job set status = ?", status);

        assertThat(sessions.hasEnded(FIRST)).isTrue();
    }

    @Test
    void anAttemptThatNeverBeganEndsWhenALaterOneTakesItsPlace() {
        tasks.insert(List.of(task(1)));

        assertThat(sessions.hasEnded(FIRST)).isTrue();
        assertThat(sessions.hasEnded(Address.session(TASK, 1))).isFalse();
    }

    @Test
    void anAttemptEndsWhenAllItsPartiesHereHaveEnded() {
        tasks.insert(List.of(new NewTask(
                JOB,
                new TaskKey(TASK, 0, new Party("guest", 9999)),
                "add_0",
                "SecureAddExample",
                new Party("guest", 9999),
                "MULTIPLE",
                "PUSH",
                0,
                1,
                true,
                null)));
        jdbc.update("update task set party_status = 'success' where role = 'guest'");
        assertThat(sessions.hasEnded(FIRST)).isFalse();

        jdbc.update("update task set party_status = 'success'");

        assertThat(sessions.hasEnded(FIRST)).isTrue();
    }

    @Test
    void whatIsHereBeforeItsAttemptStaysAsLongAsTheJobRuns() {
        assertThat(sessions.hasEnded(Address.session(TASK, 1))).isFalse();

        jdbc.update("update job set status = 'success'");

        assertThat(sessions.hasEnded(Address.session(TASK, 1))).isTrue();
    }

    @Test
    void nothingIsKeptOfAJobThatIsNotThere() {
        assertThat(sessions.hasEnded(Address.session("202601021530450000011_add_0", 0)))
                .isTrue();
    }

    @Test
    void whatIsNoSessionOfAnAttemptIsLeftAlone() {
        assertThat(sessions.hasEnded("notes")).isFalse();
        assertThat(sessions.hasEnded("notes of mine")).isFalse();
    }

    @Test
    void whatEndedAMomentAgoHadNotEndedBefore() {
        jdbc.update("update job set status = 'failed', update_time = 1000000");
        jdbc.update("update task set update_time = 900000");

        assertThat(sessions.hadEnded(FIRST, Instant.ofEpochMilli(999_999))).isFalse();
        assertThat(sessions.hadEnded(FIRST, Instant.ofEpochMilli(1_000_000))).isTrue();
    }

    private static NewJob job() {
        return new NewJob(
                JOB,
                new Party("host", 10000),
                new Party("guest", 9999),
                "",
                "",
                "{\"guest\":[9999],\"host\":[10000]}",
                "{}",
                "{}",
                new Resources(BigDecimal.ONE, BigDecimal.ZERO),
                1,
                JobStatus.RUNNING);
    }

    private static NewTask task(int version) {
        return new NewTask(
                JOB,
                new TaskKey(TASK, version, new Party("host", 10000)),
                "add_0",
                "SecureAddExample",
                new Party("guest", 9999),
                "MULTIPLE",
                "PUSH",
                0,
                1,
                true,
                null);
    }
}
