package io.fateflow.operations.query;

import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.database.testing.TestSchema;

/** Two jobs, of two parties each, and rows that tests add. */
abstract class QueryFixture {

    static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
    static final Clock CLOCK = Clock.system(ZONE);
    static final long NOON = 1_672_547_445_123L;
    static final String OLD = "202301010000000000010";
    static final String NEW = "202301020000000000010";

    NamedParameterJdbcTemplate jdbc;
    JobQueries jobs;
    TaskQueries tasks;
    TrackingQueries tracking;

    abstract DataSource dataSource();

    @BeforeEach
    void twoJobs() {
        TestSchema.migrate(dataSource());
        jdbc = new NamedParameterJdbcTemplate(dataSource());
        jdbc.getJdbcOperations().execute("delete from task_parameters");
        for (String table : List.of("tracking_metric", "tracking_output_data_info", "component_summary")) {
            jdbc.getJdbcOperations().execute("delete from " + table);
        }
        jdbc.getJdbcOperations().execute("delete from task");
        jdbc.getJdbcOperations().execute("delete from job");
        jdbc.getJdbcOperations().execute("delete from job_body");
        jobs = new JobQueries(jdbc, CLOCK);
        tasks = new TaskQueries(jdbc, CLOCK);
        tracking = new TrackingQueries(jdbc, ZONE);
        aJob(OLD, NOON, "success");
        aJob(NEW, NOON + 86_400_000, "running");
    }

    void aJob(String id, long created, String status) {
        jdbc.update(
                "insert into job_body (job_id, dsl, runtime_conf, train_runtime_conf, dag_key) values"
                        + " (:id, '{\"components\":{}}', '{\"dsl_version\":2,\"component_parameters\":{}}', '{}', 'k')",
                Map.of("id", id));
        aParty(id, "host", "10000", false, created + 100, status);
        aParty(id, "guest", "9999", true, created, status);
    }

    private void aParty(String id, String role, String party, boolean initiator, long created, String status) {
        Map<String, Object> row = new TreeMap<>();
        row.put("job_id", id);
        row.put("role", role);
        row.put("party_id", party);
        for (String empty : List.of("user_id", "name", "tag", "error_report")) {
            row.put(empty, "");
        }
        row.put("description", "not_same");
        row.put("roles", "{\"guest\":[9999],\"host\":[10000]}");
        row.put("users", "{}");
        row.put("initiator_role", "guest");
        row.put("initiator_party_id", "9999");
        row.put("is_initiator", initiator);
        row.put("runtime_conf_on_party", "{}");
        row.put("status", status);
        row.put("progress", 33);
        for (String flag : List.of("ready_signal", "cancel_signal", "rerun_signal", "resource_in_use")) {
            row.put(flag, false);
        }
        for (String number :
                List.of("end_scheduling_updates", "memory", "remaining_memory", "gate_slots", "remaining_gate_slots")) {
            row.put(number, 0);
        }
        row.put("cores", 4);
        row.put("remaining_cores", 1.5);
        row.put("task_cores", 4);
        row.put("task_memory", 0);
        row.put("inheritance_info", "{}");
        row.put("inheritance_status", "pass");
        row.put("create_time", created);
        row.put("update_time", created);
        insert("job", row);
    }

    void aTask(String job, int version, String status) {
        Map<String, Object> row = new TreeMap<>();
        row.put("task_id", job + "_lr_0");
        row.put("task_version", version);
        row.put("role", "guest");
        row.put("party_id", "9999");
        row.put("job_id", job);
        row.put("component_name", "lr_0");
        row.put("component_module", "HeteroLR");
        row.put("initiator_role", "guest");
        row.put("initiator_party_id", "9999");
        row.put("federated_mode", "SINGLE");
        row.put("federated_status_collect_type", "PUSH");
        row.put("status", status);
        row.put("party_status", status);
        row.put("auto_retries", 0);
        row.put("auto_retry_delay", 1);
        row.put("run_on_this_party", true);
        row.put("engine_conf", "{\"computing_engine\":\"STANDALONE\"}");
        row.put("kill_status", false);
        row.put("error_report", "");
        row.put("is_deepspeed", false);
        row.put("create_time", NOON);
        row.put("update_time", NOON);
        insert("task", row);
        if (version == 0) {
            insert(
                    "task_parameters",
                    Map.of(
                            "task_id", job + "_lr_0",
                            "role", "guest",
                            "party_id", "9999",
                            "component_module", "HeteroLR",
                            "parameters", "{\"max_iter\":3}"));
        }
    }

    void insert(String table, Map<String, Object> row) {
        List<String> names = new ArrayList<>(row.keySet());
        jdbc.update(
                "insert into " + table + " (" + String.join(",", names) + ") values (:" + String.join(",:", names)
                        + ")",
                row);
    }

    static ObjectNode json(String text) {
        try {
            return (ObjectNode)
                    new ObjectMapper().readTree(text.replace('\'', '"').replace('\u0001', '\''));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
