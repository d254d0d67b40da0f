package io.fateflow.webapp.exchange.files;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.NewTask;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskParameterStore;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.webapp.StubEngine;
import io.fateflow.webapp.TestJobs;
import io.fateflow.worker.table.Row;
import io.fateflow.worker.table.TableName;
import io.fateflow.worker.table.TableReader;
import io.fateflow.worker.table.TableSchema;
import io.fateflow.worker.table.TableStore;
import io.fateflow.worker.table.TableWriter;

/** Rows of an attempt of one component at the host, and tables. */
final class AttemptOfTest {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Party GUEST = new Party("guest", 9999);

    private final JdbcTemplate jdbc;
    private final TaskKey key;

    AttemptOfTest(JdbcTemplate jdbc, String module, String parameters) {
        this.jdbc = jdbc;
        this.key = new TaskKey(StubEngine.JOB + "_files_" + NUMBER.incrementAndGet(), 0, TestJobs.HOST);
        remove();
        JobStore jobs = new JobStore(jdbc, Clock.systemUTC());
        jobs.insert(List.of(TestJobs.at(TestJobs.HOST, StubEngine.JOB, JobStatus.RUNNING)));
        jobs.bodies().insert(new JobBody(StubEngine.JOB, "{}", "{}", "{}", ""));
        new TaskStore(jdbc, Clock.systemUTC())
                .versions()
                .insert(List.of(new NewTask(
                        StubEngine.JOB,
                        key,
                        key.taskId().substring(StubEngine.JOB.length() + 1),
                        module,
                        GUEST,
                        "SINGLE",
                        "PUSH",
                        0,
                        0,
                        true,
                        null)));
        new TaskParameterStore(jdbc)
                .insert(List.of(new TaskParameterStore.Entry(
                        key.taskId(), TestJobs.HOST, module, (ObjectNode) Json.read(parameters))));
    }

    void remove() {
        jdbc.update("delete from task_parameters where task_id like ?", StubEngine.JOB + "_files_%");
        jdbc.update("delete from task where job_id = ?", StubEngine.JOB);
        jdbc.update("delete from job where job_id = ?", StubEngine.JOB);
        jdbc.update("delete from job_body where job_id = ?", StubEngine.JOB);
    }

    /** As somebody else has ended it. */
    void end() {
        jdbc.update("update task set party_status = 'failed' where task_id = ?", key.taskId());
    }

    String token() {
        return key.taskId() + "/host/10000";
    }

    /** The name of a table that this attempt makes. */
    TableName output(String name) {
        return new TableName("output_data_" + key.taskId() + "_0", name);
    }

    TableName cacheOutput(String name) {
        return new TableName("output_cache_" + key.taskId() + "_0", name);
    }

    String session() {
        return key.taskId() + " 0";
    }

    static void write(TableStore store, TableName name, int rows) throws IOException {
        try (TableWriter writer = store.create(name, TableSchema.of("id", List.of("x0"), 1))) {
            for (int row = 0; row < rows; row++) {
                writer.add(new Row("p" + row, List.of("value " + row)));
            }
            writer.commit();
        }
    }

    static List<Row> read(TableStore store, TableName name) throws IOException {
        List<Row> all = new ArrayList<>();
        try (TableReader reader = store.open(name)) {
            for (List<Row> rows = reader.next(); !rows.isEmpty(); rows = reader.next()) {
                all.addAll(rows);
            }
        }
        return all;
    }
}
