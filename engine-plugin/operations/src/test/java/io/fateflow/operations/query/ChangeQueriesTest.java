package io.fateflow.operations.query;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.fateflow.database.testing.TestSchema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** What a page shows has another state once it has changed, and no other one before. */
class ChangeQueriesTest {

    private static final String JOB = "202603010000000000010";

    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:changes", "sa", "", true);
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final ChangeQueries queries = new ChangeQueries(new NamedParameterJdbcTemplate(jdbc));

    @BeforeEach
    void aJob() {
        TestSchema.migrate(database);
        jdbc.update(
                "insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users, initiator_role,"
                        + " initiator_party_id, is_initiator, runtime_conf_on_party, status, progress, ready_signal,"
                        + " cancel_signal, rerun_signal, end_scheduling_updates, cores, memory, remaining_cores,"
                        + " remaining_memory, resource_in_use, inheritance_info, inheritance_status, gate_slots,"
                        + " remaining_gate_slots, task_cores, task_memory, error_report, create_time, update_time)"
                        + " values ('" + JOB
                        + "', 'guest', '9999', '', '', 'old notes', '', '{}', '{}', 'guest', '9999', true,"
                        + " '{}', 'running', 0, false, false, false, 0, 0, 0, 0, 0, false, '{}', 'pass', 1, 1, 1, 0, '', 1, 1)");
        jdbc.update("insert into task (task_id, task_version, role, party_id, job_id, component_name, component_module,"
                + " initiator_role, initiator_party_id, federated_mode, federated_status_collect_type, status,"
                + " party_status, auto_retries, auto_retry_delay, run_on_this_party, kill_status, error_report,"
                + " is_deepspeed, create_time, update_time) values ('t', 0, 'guest', '9999', '" + JOB
                + "', 'lr_0', 'HeteroLR', 'guest', '9999', 'SINGLE', 'PUSH', 'running', 'running', 0, 0, true, false, '',"
                + " false, 1, 1)");
        jdbc.update("insert into worker (worker_id, host, mode, places, running, trouble, drain, seen_time)"
                + " values ('w', 'h', 'local', 8, 0, '', false, 1)");
    }

    @AfterEach
    void close() {
        database.destroy();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update job set status = 'success'",
                "update job set progress = 50",
                "update job set description = 'new notes'",
                "update job set suspended_by = 'somebody'",
                "update job set error_report = 'FFB-1 no'",
                "update task set update_time = 2",
                "update task set wait_reason = 'cores are short', wait_since = 2",
                "insert into tracking_metric (job_id, component_name, task_id, task_version, role, party_id,"
                        + " metric_namespace, metric_name, metric_type, position, metas, metric_data, create_time) values ('"
                        + JOB + "', 'lr_0', 't', 0, 'guest', '9999', 'train', 'loss', 'LOSS', 0, '{}', '[]', 1)"
            })
    void ofAJob(String change) {
        assertChanges(JOB, change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update job set status = 'success'",
                "update job set description = 'new notes'",
                "update job set progress = 50",
                "update task set party_status = 'waiting', wait_reason = 'cores are short', wait_since = 2"
            })
    void ofTheList(String change) {
        assertChanges(ChangeQueries.LIST, change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update worker set drain = true",
                "update worker set running = 1",
                "update job set status = 'waiting', wait_since = 2",
                "insert into node_resource (node_name, label, total, fixed, fixed_by, leased, load, update_time)"
                        + " values ('n', 'GPU', 1, false, '', 0, 0, 1)",
                "insert into engine_registry (engine_type, engine_name, engine_entrance, engine_config, cores, memory,"
                        + " remaining_cores, remaining_memory, nodes, create_time, update_time)"
                        + " values ('computing', 'X', '', '{}', 1, 1, 1, 1, 1, 1, 1)"
            })
    void ofResources(String change) {
        assertChanges(ChangeQueries.RESOURCES, change);
    }

    @Test
    void ofAnUnknownJobThereIsNone() {
        assertThat(queries.states(List.of("202603010000000000020"))).isEmpty();
        assertThat(queries.states(List.of())).isEmpty();
    }

    private void assertChanges(String topic, String change) {
        String before = state(topic);
        assertThat(state(topic)).isEqualTo(before);
        jdbc.update(change);
        assertThat(state(topic)).isNotEqualTo(before).hasSizeLessThan(40);
    }

    private String state(String topic) {
        return requireNonNull(queries.states(List.of(topic)).get(topic));
    }
}
