package io.fateflow.engine.party;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.sql.Json;

/**
 * Takes over what components of an older job have left, so that they need not run again: FATE's job inheritance. Their
 * tasks are successes from the start; outputs, metrics, summaries and models are registered under the new job's name. Tables
 * are not copied: both jobs name the same.
 */
public final class Inheritance {

    private static final String LATEST =
            " and o.task_version = (select max(m.task_version) from task m" + " where m.task_id = o.task_id)";

    /** Each table with its columns, but for job, task, version and party. */
    private static final List<String[]> LEFT = List.of(
            new String[] {
                "tracking_output_data_info",
                "data_name, position, table_name, table_namespace, description, create_time, update_time"
            },
            new String[] {
                "tracking_metric",
                "metric_namespace, metric_name, metric_type, position, metas, metric_data, create_time"
            },
            new String[] {"component_summary", "summary, create_time"});

    private final JdbcTemplate jdbc;

    public Inheritance(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** @param info FATE's {@code inheritance_info}, checked; empty for none */
    void take(String jobId, JsonNode info) {
        List<String> components = new ArrayList<>();
        info.path("component_list").forEach(name -> components.add(name.asText()));
        if (components.isEmpty()) {
            return;
        }
        String from = info.path("job_id").asText();
        String among = " in (" + String.join(", ", Collections.nCopies(components.size(), "?")) + ")";
        copyTasks(jobId, from, components, among);
        LEFT.forEach(table -> copy(table[0], table[1], jobId, from, components, among));
        copyModels(jobId, from, components, among);
        jdbc.update(
                "update job set inheritance_info = ?, inheritance_status = 'success' where job_id = ?",
                Json.write(info),
                jobId);
    }

    private void copyTasks(String jobId, String from, List<String> components, String among) {
        String columns = "status, party_status, worker_id, cmd, run_ip, run_pid, engine_conf, kill_status, exit_reason,"
                + " exit_code, peak_memory_bytes, cpu_millis, start_time, end_time, elapsed";
        jdbc.update(
                "update task set (" + columns + ") = (select " + columns + " from task o where o.job_id = ?"
                        + " and o.component_name = task.component_name and o.role = task.role"
                        + " and o.party_id = task.party_id" + LATEST + ") where job_id = ? and component_name" + among,
                values(components, from, jobId));
    }

    private void copy(String table, String columns, String jobId, String from, List<String> components, String among) {
        jdbc.update(
                "insert into " + table + " (job_id, component_name, task_id, task_version, role, party_id, " + columns
                        + ") select cast(? as varchar(25)), component_name, cast(? as varchar(25)) || '_' || component_name,"
                        + " 0, role, party_id, " + columns + " from " + table + " o where o.job_id = ?" + LATEST
                        + " and o.component_name" + among,
                values(components, jobId, jobId, from));
    }

    private void copyModels(String jobId, String from, List<String> components, String among) {
        String columns = "role, party_id, component_name, alias, model_id, module, meta_name, meta, param_name, param,"
                + " create_time";
        jdbc.update(
                "insert into component_model (model_version, task_id, task_version, " + columns
                        + ") select cast(? as varchar(25)), cast(? as varchar(25)) || '_' || component_name, 0, "
                        + columns + " from component_model o where o.model_version = ? and o.component_name" + among,
                values(components, jobId, jobId, from));
    }

    private static Object[] values(List<String> components, String... first) {
        List<Object> values = new ArrayList<>(List.of(first));
        values.addAll(components);
        return values.toArray();
    }
}
