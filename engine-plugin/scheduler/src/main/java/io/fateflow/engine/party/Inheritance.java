package io.fateflow.engine.party;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;

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

    /**
     * Takes over at once: where the job is scheduled, with what is known here of parties elsewhere.
     *
     * @param info FATE's {@code inheritance_info}, checked; empty for none
     */
    void take(String jobId, JsonNode info) {
        List<String> components = components(info);
        if (components.isEmpty()) {
            return;
        }
        copy(jobId, info.path("job_id").asText(), components);
        jdbc.update(
                "update job set inheritance_info = ?, inheritance_status = 'success' where job_id = ?",
                Json.write(info),
                jobId);
    }

    /**
     * Writes down what a job of another site is to take over, once its initiator has asked all parties.
     *
     * @param info FATE's {@code inheritance_info}; empty for none
     */
    public void announce(String jobId, JsonNode info) {
        if (!components(info).isEmpty()) {
            jdbc.update(
                    "update job set inheritance_info = ?, inheritance_status = 'waiting' where job_id = ?"
                            + " and inheritance_status <> 'success'",
                    Json.write(info),
                    jobId);
        }
    }

    /** Which of the announced components have succeeded in the older job at a party of this site, and can be taken over. */
    public List<String> reusable(String jobId, Party party) {
        return reusable(announced(jobId), party);
    }

    private List<String> reusable(JsonNode info, Party party) {
        List<String> succeeded = jdbc.queryForList(
                "select component_name from task o where o.job_id = ? and role = ? and party_id = ?"
                        + " and party_status in ('success', 'pass') and status in ('success', 'pass')" + LATEST,
                String.class,
                info.path("job_id").asText(),
                party.role(),
                party.idText());
        return components(info).stream().filter(succeeded::contains).toList();
    }

    /**
     * Which components of this party a job is to take over and can't.
     *
     * @param info FATE's {@code inheritance_info}; empty for none
     * @param own the components that the party has a part in
     */
    List<String> missing(JsonNode info, Party party, Collection<String> own) {
        List<String> reusable = reusable(info, party);
        return components(info).stream()
                .filter(name -> own.contains(name) && !reusable.contains(name))
                .toList();
    }

    /**
     * Takes over what was announced, if it has not been done.
     *
     * @return what is to be taken over at this party and can't be; then nothing is
     */
    public List<String> takeAnnounced(String jobId, Party party) {
        JsonNode info = announced(jobId);
        if (components(info).isEmpty()) {
            return List.of();
        }
        List<String> own = jdbc.queryForList(
                "select distinct component_name from task where job_id = ? and role = ? and party_id = ?",
                String.class,
                jobId,
                party.role(),
                party.idText());
        List<String> missing = missing(info, party, own);
        if (missing.isEmpty()) {
            take(jobId, info);
        }
        return missing;
    }

    /** Nothing, when it has been taken over or there never was anything. */
    private JsonNode announced(String jobId) {
        return jdbc
                .queryForList(
                        "select inheritance_info from job where job_id = ? and inheritance_status = 'waiting'",
                        String.class,
                        jobId)
                .stream()
                .findFirst()
                .map(Json::read)
                .orElseGet(Json::object);
    }

    private static List<String> components(JsonNode info) {
        List<String> components = new ArrayList<>();
        info.path("component_list").forEach(name -> components.add(name.asText()));
        return components;
    }

    private void copy(String jobId, String from, List<String> components) {
        String among = " in (" + String.join(", ", Collections.nCopies(components.size(), "?")) + ")";
        copyTasks(jobId, from, components, among);
        LEFT.forEach(table -> copy(table[0], table[1], jobId, from, components, among));
        copyModels(jobId, from, components, among);
    }

    private void copyTasks(String jobId, String from, List<String> components, String among) {
        String columns = "status, party_status, worker_id, cmd, run_ip, run_pid, engine_conf, kill_status, exit_reason,"
                + " exit_code, peak_memory_bytes, cpu_millis, start_time, end_time, elapsed";
        jdbc.update(
                "update task set (" + columns + ") = (select " + columns + " from task o where o.job_id = ?"
                        + " and o.component_name = task.component_name and o.role = task.role"
                        + " and o.party_id = task.party_id" + LATEST + ") where job_id = ? and component_name" + among
                        + " and exists (select 1 from task s where s.job_id = ? and s.component_name ="
                        + " task.component_name and s.role = task.role and s.party_id = task.party_id)",
                Stream.concat(Arrays.stream(values(components, from, jobId)), Stream.of(from))
                        .toArray());
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
