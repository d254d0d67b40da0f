package io.fateflow.engine.transfer;

import java.math.BigDecimal;
import java.time.Clock;
import java.util.List;
import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.database.testing.TestSchema;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.ConfOnParty;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.NewJob;
import io.fateflow.engine.resource.Resources;
import io.fateflow.engine.task.NewTask;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.engine.task.TaskVersions;
import io.fateflow.federation.status.JobStatus;

/** The rows of a guest's job that runs, at the site of one of its two hosts, on any database; no attempt yet. */
abstract class JobAtItsHost {

    static final String JOB = "202601021530450000010";
    static final String TASK = JOB + "_add_0";
    static final Party AT_HOST = new Party("host", 10000);
    static final Party AT_GUEST = new Party("guest", 9999);

    private JdbcTemplate jdbc;
    private TaskVersions tasks;

    abstract DataSource dataSource();

    @BeforeEach
    void aJobThatRuns() {
        TestSchema.migrate(dataSource());
        jdbc = new JdbcTemplate(dataSource());
        jdbc.update("delete from task");
        jdbc.update("delete from job");
        tasks = new TaskStore(jdbc, Clock.systemUTC()).versions();
        new JobStore(jdbc, Clock.systemUTC())
                .insert(List.of(new NewJob(
                        JOB,
                        AT_HOST,
                        AT_GUEST,
                        "",
                        "",
                        "{\"guest\":[9999],\"host\":[10000,10001]}",
                        "{}",
                        new ConfOnParty(Json.object(), new Resources(BigDecimal.ONE, BigDecimal.ZERO), 1, null),
                        "",
                        JobStatus.RUNNING)));
    }

    final JdbcTemplate jdbc() {
        return jdbc;
    }

    /** @param mode FATE's federated mode: {@code MULTIPLE} crosses sites, {@code SINGLE} does not */
    final void attempt(int version, Party party, String mode) {
        TaskKey key = new TaskKey(TASK, version, party);
        tasks.insert(
                List.of(new NewTask(JOB, key, "add_0", "SecureAddExample", AT_GUEST, mode, "PUSH", 0, 1, true, null)));
    }
}
