package io.fateflow.engine.tracking;

import java.time.Clock;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;

/**
 * Writes what a component left in its {@code result.json}: outputs, tables, metrics, summary. The shape is the executor
 * runtime's.
 */
public final class TrackingStore {

    private final JdbcTemplate jdbc;
    private final Clock clock;

    public TrackingStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Writes all of it, in the caller's transaction; once only, since an attempt ends once. */
    public void write(String jobId, String componentName, TaskKey key, ObjectNode result) {
        result.path("tables").forEach(this::writeTable);
        JsonNode outputs = result.path("outputs");
        for (int i = 0; i < outputs.size(); i++) {
            writeOutput(jobId, componentName, key, i, outputs.get(i));
        }
        JsonNode metrics = result.path("metrics");
        for (int i = 0; i < metrics.size(); i++) {
            writeMetric(jobId, componentName, key, i, metrics.get(i));
        }
        JsonNode summary = result.path("summary");
        if (summary.isObject() && !summary.isEmpty()) {
            jdbc.update(
                    "insert into component_summary (job_id, component_name, task_id, task_version, role, party_id,"
                            + " summary, create_time) values (?, ?, ?, ?, ?, ?, ?, ?)",
                    jobId,
                    componentName,
                    key.taskId(),
                    key.version(),
                    key.role(),
                    key.partyId(),
                    Json.write(summary),
                    clock.millis());
        }
    }

    private void writeTable(JsonNode table) {
        String name = table.path("name").asText();
        String namespace = table.path("namespace").asText();
        forgetTable(namespace, name);
        ObjectNode address = Json.object()
                .put("name", name)
                .put("namespace", namespace)
                .put("storage_type", "LMDB")
                .putNull("connector_name")
                .putNull("home");
        long now = clock.millis();
        jdbc.update(
                "insert into storage_table_meta (name, namespace, engine, address, partitions, id_delimiter, have_head,"
                        + " extend_sid, auto_increasing_sid, table_schema, row_count, origin, disabled, description,"
                        + " part_of_data, create_time, update_time)"
                        + " values (?, ?, 'STANDALONE', ?, ?, ?, ?, ?, ?, ?, ?, ?, false, '', ?, ?, ?)",
                name,
                namespace,
                Json.write(address),
                table.path("partitions").asInt(1),
                table.path("id_delimiter").asText(","),
                table.path("have_head").asBoolean(true),
                table.path("extend_sid").asBoolean(false),
                table.path("auto_increasing_sid").asBoolean(false),
                Json.write(table.path("schema")),
                table.path("count").asLong(),
                table.path("origin").asText("output"),
                Json.write(table.path("part_of_data")),
                now,
                now);
    }

    /** Forgets a table; its data is up to the caller. Whether there was one. */
    public boolean forgetTable(String namespace, String name) {
        return jdbc.update("delete from storage_table_meta where name = ? and namespace = ?", name, namespace) > 0;
    }

    private void writeOutput(String jobId, String componentName, TaskKey key, int position, JsonNode output) {
        long now = clock.millis();
        jdbc.update(
                "insert into tracking_output_data_info (job_id, component_name, task_id, task_version, data_name,"
                        + " position, role, party_id, table_name, table_namespace, description, create_time,"
                        + " update_time) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?)",
                jobId,
                componentName,
                key.taskId(),
                key.version(),
                output.path("data_name").asText(),
                position,
                key.role(),
                key.partyId(),
                output.path("table_name").asText(),
                output.path("table_namespace").asText(),
                now,
                now);
    }

    private void writeMetric(String jobId, String componentName, TaskKey key, int position, JsonNode metric) {
        jdbc.update(
                "insert into tracking_metric (job_id, component_name, task_id, task_version, role, party_id,"
                        + " metric_namespace, metric_name, metric_type, position, metas, metric_data, create_time)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                jobId,
                componentName,
                key.taskId(),
                key.version(),
                key.role(),
                key.partyId(),
                metric.path("namespace").asText(),
                metric.path("name").asText(),
                metric.path("metric_type").asText(),
                position,
                Json.write(metric.path("metas")),
                Json.write(metric.path("data")),
                clock.millis());
    }

    /** A stored table, by name. */
    public record TableRef(String name, String namespace) {}

    /** The latest output of a component at a party; empty if it has none of that name. */
    public Optional<TableRef> output(String taskId, String dataName, Party party) {
        List<TableRef> found = jdbc.query(
                "select table_name, table_namespace from tracking_output_data_info where task_id = ? and data_name = ?"
                        + " and role = ? and party_id = ? order by task_version desc limit 1",
                (row, number) -> new TableRef(row.getString(1), row.getString(2)),
                taskId,
                dataName,
                party.role(),
                party.idText());
        return found.stream().findFirst();
    }
}
