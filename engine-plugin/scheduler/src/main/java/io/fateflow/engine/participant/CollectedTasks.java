package io.fateflow.engine.participant;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskSql;

/** What an initiator reads of an attempt when it asks, rather than being told. */
public final class CollectedTasks {

    private static final List<String> TIMES = List.of("start_time", "update_time", "end_time", "elapsed");

    private final JdbcClient jdbc;

    public CollectedTasks(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** FATE's fields, and the error; times are null as long as there are none. */
    ObjectNode of(String jobId, TaskKey key) {
        ObjectNode task = Json.object()
                .put("job_id", jobId)
                .put("task_id", key.taskId())
                .put("task_version", key.version())
                .put("role", key.role())
                .put("party_id", key.partyId());
        jdbc.sql("select status, party_status, error_report, " + String.join(", ", TIMES) + " from task where "
                        + TaskSql.KEY)
                .params(TaskSql.at(key))
                .query(row -> {
                    fill(task, row);
                });
        return task;
    }

    private static void fill(ObjectNode task, ResultSet row) throws SQLException {
        task.put("status", row.getString("status")).put("party_status", row.getString("party_status"));
        // FATE's answer is without; an initiator that has lost the report wants to know why
        task.put("error_report", row.getString("error_report"));
        for (String name : TIMES) {
            long time = row.getLong(name);
            task.put(name, row.wasNull() ? null : Long.valueOf(time));
        }
    }
}
