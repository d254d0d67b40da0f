package io.fateflow.engine.tracking;

import java.time.Clock;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskSql;

/**
 * Writes what a component left in its {@code result.json}: outputs, tables, metrics, caches, summary. The shape is the executor
 * runtime's.
 */
public final class TrackingStore {

    private final JdbcClient jdbc;
    private final Clock clock;
    private final CacheStore caches;

    public TrackingStore(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = JdbcClient.create(jdbc);
        this.clock = clock;
        this.caches = new CacheStore(jdbc, clock);
    }

    /** What components have left for later runs to go on from. */
    public CacheStore caches() {
        return caches;
    }

    /** Writes all of it, in the caller's transaction; once only, since an attempt ends once. */
    public void write(String jobId, String componentName, TaskKey key, ObjectNode result) {
        result.path("tables").forEach(table -> writeTable(jobId, table));
        JsonNode outputs = result.path("outputs");
        for (int i = 0; i < outputs.size(); i++) {
            writeOutput(jobId, componentName, key, i, outputs.get(i));
        }
        if (!result.path("metrics").isEmpty()) {
            writeMetrics(jobId, componentName, key, result.path("metrics"));
        }
        caches.write(jobId, componentName, key, result.path("caches"));
        JsonNode summary = result.path("summary");
        if (summary.isObject() && !summary.isEmpty()) {
            of("""
                    insert into component_summary (job_id, component_name, task_id, task_version, role, party_id, summary,
                        create_time)
                    values (:job, :component, :task, :version, :role, :party, :summary,
                        :now)
                    """, jobId, componentName, key)
                    .param("summary", Json.write(summary))
                    .update();
        }
    }

    /** Writes what an attempt has measured, in place of what was known of it. */
    public void writeMetrics(String jobId, String componentName, TaskKey key, JsonNode metrics) {
        jdbc.sql("""
                delete from tracking_metric
                where task_id = :task and task_version = :version and role = :role and party_id = :party
                """).params(TaskSql.at(key)).update();
        for (int i = 0; i < metrics.size(); i++) {
            writeMetric(jobId, componentName, key, i, metrics.get(i));
        }
    }

    /** A row about a component of an attempt. */
    private StatementSpec of(String sql, String jobId, String componentName, TaskKey key) {
        return jdbc.sql(sql)
                .param("job", jobId)
                .param("component", componentName)
                .params(TaskSql.at(key))
                .param("now", clock.millis());
    }

    /** It is of the job's project. */
    private void writeTable(String jobId, JsonNode table) {
        String name = table.path("name").asText();
        String namespace = table.path("namespace").asText();
        ObjectNode address = Json.object()
                .put("name", name)
                .put("namespace", namespace)
                .put("storage_type", "LMDB")
                .putNull("connector_name")
                .putNull("home");
        tableOf(namespace, name, "STANDALONE", address)
                .param("project", projectOf(jobId))
                .param("partitions", table.path("partitions").asInt(1))
                .param("idDelimiter", table.path("id_delimiter").asText(","))
                .param("haveHead", table.path("have_head").asBoolean(true))
                .param("extendSid", table.path("extend_sid").asBoolean(false))
                .param("autoIncreasingSid", table.path("auto_increasing_sid").asBoolean(false))
                .param("schema", Json.write(table.path("schema")))
                .param("rows", table.path("count").asLong())
                .param("origin", table.path("origin").asText("output"))
                .param("partOfData", Json.write(table.path("part_of_data")))
                .update();
    }

    /**
     * Writes a table down whose rows are a file's or a database's, in place of one of its name; in the caller's transaction.
     *
     * @param engine of a database, or PATH
     * @param address as FATE has it for that engine, without a login
     * @param project that it is of; empty if of none
     */
    public void bound(String namespace, String name, String engine, JsonNode address, JsonNode how, String project) {
        tableOf(namespace, name, engine, address)
                .param("project", project)
                .param("partitions", how.path("partition").asInt(1))
                .param("idDelimiter", how.path("id_delimiter").asText(","))
                .param("haveHead", how.path("head").asInt() == 1)
                .param("extendSid", how.path("extend_sid").asBoolean())
                .param("autoIncreasingSid", false)
                .param("schema", "{}")
                .param("rows", 0)
                .param("origin", "table_bind")
                .param("partOfData", "[]")
                .update();
    }

    private String projectOf(String jobId) {
        return jdbc.sql("select coalesce(max(project), '') from job where job_id = :job")
                .param("job", jobId)
                .query(String.class)
                .single();
    }

    private StatementSpec tableOf(String namespace, String name, String engine, JsonNode address) {
        forgetTable(namespace, name);
        return jdbc.sql("""
                insert into storage_table_meta (name, namespace, engine, address, partitions, id_delimiter, have_head,
                    extend_sid, auto_increasing_sid, table_schema, row_count, origin, disabled, description,
                    part_of_data, project, create_time, update_time)
                values (:name, :namespace, :engine, :address, :partitions, :idDelimiter, :haveHead,
                    :extendSid, :autoIncreasingSid, :schema, :rows, :origin, false, '',
                    :partOfData, :project, :now, :now)
                """)
                .param("name", name)
                .param("namespace", namespace)
                .param("engine", engine)
                .param("address", Json.write(address))
                .param("now", clock.millis());
    }

    /** Forgets a table; its data is up to the caller. Whether there was one. */
    public boolean forgetTable(String namespace, String name) {
        return jdbc.sql("delete from storage_table_meta where name = :name and namespace = :namespace")
                        .param("name", name)
                        .param("namespace", namespace)
                        .update()
                > 0;
    }

    private void writeOutput(String jobId, String componentName, TaskKey key, int position, JsonNode output) {
        of("""
                insert into tracking_output_data_info (job_id, component_name, task_id, task_version, data_name, position,
                    role, party_id, table_name, table_namespace, description, create_time, update_time)
                values (:job, :component, :task, :version, :dataName, :position,
                    :role, :party, :tableName, :tableNamespace, '', :now, :now)
                """, jobId, componentName, key)
                .param("dataName", output.path("data_name").asText())
                .param("position", position)
                .param("tableName", output.path("table_name").asText())
                .param("tableNamespace", output.path("table_namespace").asText())
                .update();
    }

    private void writeMetric(String jobId, String componentName, TaskKey key, int position, JsonNode metric) {
        of("""
                insert into tracking_metric (job_id, component_name, task_id, task_version, role, party_id,
                    metric_namespace, metric_name, metric_type, position, metas, metric_data, create_time)
                values (:job, :component, :task, :version, :role, :party,
                    :namespace, :name, :type, :position, :metas, :data, :now)
                """, jobId, componentName, key)
                .param("namespace", metric.path("namespace").asText())
                .param("name", metric.path("name").asText())
                .param("type", metric.path("metric_type").asText())
                .param("position", position)
                .param("metas", Json.write(metric.path("metas")))
                .param("data", Json.write(metric.path("data")))
                .update();
    }

    /** A stored table, by name. */
    public record TableRef(String name, String namespace) {}

    /** The latest output of a component at a party; empty if it has none of that name. */
    public Optional<TableRef> output(String taskId, String dataName, Party party) {
        return jdbc.sql("""
                select table_name, table_namespace from tracking_output_data_info
                where task_id = :task and data_name = :name and role = :role and party_id = :party
                order by task_version desc
                limit 1
                """)
                .param("task", taskId)
                .param("name", dataName)
                .param("role", party.role())
                .param("party", party.idText())
                .query((row, number) -> new TableRef(row.getString("table_name"), row.getString("table_namespace")))
                .optional();
    }
}
