package io.fateflow.engine.party;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;

/**
 * Takes over what components of an older job have left, so that they need not run again: FATE's job inheritance. Their
 * tasks are successes from the start; outputs, metrics, summaries and models are registered under the new job's name. Tables
 * are not copied: both jobs name the same.
 */
public final class Inheritance {

    private static final String LATEST =
            " and o.task_version = (select max(m.task_version) from task m where m.task_id = o.task_id)";

    /** What a task that is taken over has of the older job's. */
    private static final String OF_TASK = """
            status, party_status, worker_id, cmd, run_ip, run_pid, engine_conf, kill_status, exit_reason, exit_code,
            peak_memory_bytes, cpu_millis, start_time, end_time, elapsed""";

    private static final String OF_MODEL =
            "role, party_id, component_name, alias, model_id, module, meta_name, meta, param_name, param, create_time";

    private static final String TASKS = """
            update task set (%1$s) = (
                select %1$s from task o
                where o.job_id = :from and o.component_name = task.component_name and o.role = task.role
                    and o.party_id = task.party_id %2$s)
            where job_id = :job and component_name in (:components)
                and exists (
                    select 1 from task s
                    where s.job_id = :from and s.component_name = task.component_name and s.role = task.role
                        and s.party_id = task.party_id)
            """.formatted(OF_TASK, LATEST);

    private static final String MODELS = """
            insert into component_model (model_version, task_id, task_version, %1$s)
            select cast(:job as varchar(25)), cast(:job as varchar(25)) || '_' || component_name, 0, %1$s
            from component_model o
            where o.model_version = :from and o.component_name in (:components)
            """.formatted(OF_MODEL);

    private static final String CHECKPOINTS = """
            insert into component_checkpoint (model_version, task_id, task_version, %1$s)
            select cast(:job as varchar(25)), cast(:job as varchar(25)) || '_' || component_name, 0, %1$s
            from component_checkpoint o
            where o.model_version = :from and o.component_name in (:components)
            """.formatted(OF_MODEL + ", step_index, step_name") + LATEST;

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
            new String[] {"component_summary", "summary, create_time"},
            new String[] {"component_cache", "cache_name, cache_key, table_name, table_namespace, create_time"});

    private final JdbcClient jdbc;

    public Inheritance(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
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
        jdbc.sql("update job set inheritance_info = :info, inheritance_status = 'success' where job_id = :job")
                .param("info", Json.write(info))
                .param("job", jobId)
                .update();
    }

    /**
     * Writes down what a job of another site is to take over, once its initiator has asked all parties.
     *
     * @param info FATE's {@code inheritance_info}; empty for none
     */
    public void announce(String jobId, JsonNode info) {
        if (!components(info).isEmpty()) {
            jdbc.sql("""
                    update job set inheritance_info = :info, inheritance_status = 'waiting'
                    where job_id = :job and inheritance_status <> 'success'
                    """).param("info", Json.write(info)).param("job", jobId).update();
        }
    }

    /** Which of the announced components have succeeded in the older job at a party of this site, and can be taken over. */
    public List<String> reusable(String jobId, Party party) {
        return reusable(announced(jobId), party);
    }

    private List<String> reusable(JsonNode info, Party party) {
        List<String> succeeded = jdbc.sql("""
                select component_name from task o
                where o.job_id = :job and role = :role and party_id = :party
                    and party_status in ('success', 'pass') and status in ('success', 'pass')
                """ + LATEST)
                .param("job", info.path("job_id").asText())
                .param("role", party.role())
                .param("party", party.idText())
                .query(String.class)
                .list();
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
        List<String> own = jdbc.sql("""
                select distinct component_name from task where job_id = :job and role = :role and party_id = :party
                """)
                .param("job", jobId)
                .param("role", party.role())
                .param("party", party.idText())
                .query(String.class)
                .list();
        List<String> missing = missing(info, party, own);
        if (missing.isEmpty()) {
            take(jobId, info);
        }
        return missing;
    }

    /** Nothing, when it has been taken over or there never was anything. */
    private JsonNode announced(String jobId) {
        return jdbc
                .sql("select inheritance_info from job where job_id = :job and inheritance_status = 'waiting'")
                .param("job", jobId)
                .query(String.class)
                .list()
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
        run(TASKS, jobId, from, components);
        LEFT.forEach(table -> run("""
                insert into %1$s (job_id, component_name, task_id, task_version, role, party_id, %2$s)
                select cast(:job as varchar(25)), component_name, cast(:job as varchar(25)) || '_' || component_name,
                    0, role, party_id, %2$s
                from %1$s o
                where o.job_id = :from and o.component_name in (:components) %3$s
                """.formatted(table[0], table[1], LATEST), jobId, from, components));
        run(MODELS, jobId, from, components);
        run(CHECKPOINTS, jobId, from, components);
    }

    private void run(String sql, String jobId, String from, List<String> components) {
        jdbc.sql(sql)
                .param("job", jobId)
                .param("from", from)
                .param("components", components)
                .update();
    }
}
