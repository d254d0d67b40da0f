package io.fateflow.board.site;

import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.board.BoardCaller;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** What the page of resources shows of nodes and of other sites, and what an administrator does there. */
@ServerTest
class NodesTest {

    private static final String JOB = "202603010000000000010";

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    private BoardCaller board;

    @BeforeEach
    void logIn() {
        board = new BoardCaller(caller);
    }

    @AfterEach
    void nothing() {
        for (String table : new String[] {"node_resource", "resource_lease", "lease_resource", "placement_queue"}) {
            jdbc.update("delete from " + table);
        }
        jdbc.update("delete from party_command");
        jdbc.update("delete from slow_party");
    }

    @Test
    void eachUnitWithItsHolderSinceWhen() {
        jdbc.update(
                "insert into node_resource (node_name, label, total, fixed, fixed_by, unit_ids, leased, load, update_time)"
                        + " values ('gpu-1', 'GPU', 2, false, '', '[0, 1]', 1, 1, 1)");
        jdbc.update(
                "insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version, engine_type,"
                        + " engine_name, cores, memory, slots, fencing_token, since_time, node_name) values ('l', 'task', '"
                        + JOB
                        + "', 'guest', '9999', '" + JOB + "_nn_0', 0, 'computing', 'X', 1, 0, 0, 1, 1234, 'gpu-1')");
        jdbc.update("insert into lease_resource (lease_id, node_name, label, unit_id, amount)"
                + " values ('l', 'gpu-1', 'GPU', 1, 1)");
        jdbc.update(
                "insert into placement_queue (job_id, task_id, task_version, role, party_id, shape, demand, near_nodes,"
                        + " since_time) values ('" + JOB + "', '" + JOB + "_nn_1', 0, 'guest', '9999', 's',"
                        + " '{\"resources\":{\"GPU\":\"2\"},\"placement\":\"pack\"}', '[]', 5678)");

        assertThat(board.get("nodes").body())
                .contains("\"name\":\"gpu-1\"", "\"ids\":[0,1]", "\"ids\":[1]", "\"since\":1234", JOB + "_nn_0")
                .contains("\"since\":5678", "\"GPU\":\"2\"", "\"reason\":");
    }

    @Test
    void anAdministratorSaysWhatANodeHas() {
        assertThat(capacity("GPU", "2").statusCode()).isEqualTo(200);
        assertThat(board.get("nodes").body()).contains("\"GPU\"", "\"total\":2", "\"fixed_by\":\"admin\"");

        assertThat(capacity("GPU", "0").statusCode()).isEqualTo(200);
        assertThat(board.get("nodes").body()).doesNotContain("\"GPU\"");
    }

    @Test
    void whatIsNoAmountIsRefusedByItsId() {
        HttpResponse<String> answer = capacity("CPU", "-1");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"id\":\"FFB-6412\"", "CPU", "-1", "\"remedy\":");
        // half a unit that has an id is none
        assertThat(capacity("GPU", "1.5").body()).contains("\"id\":\"FFB-2026\"", "GPU");
    }

    @Test
    void onlyAWorkerThatIsThereIsDrained() {
        assertThat(board.post("nodes/drain", "{\"worker\":\"somebody\",\"drain\":true}")
                        .body())
                .contains("\"workers\":1");
        HttpResponse<String> nobody = board.post("nodes/drain", "{\"worker\":\"nobody\",\"drain\":true}");
        assertThat(nobody.statusCode()).isEqualTo(404);
        assertThat(nobody.body()).contains("FFB-6411");
    }

    @Test
    void whatOtherSitesWereAskedAndHaveRefused() {
        command("start", "null", "null", "");
        command("create", "7000", "103", "FFB-6010 party 10000 did not answer");
        command("stop", "7000", "0", "success");
        jdbc.update("insert into slow_party (party_id, timeouts, since, took, not_before, in_flight_until, slow_until)"
                + " values (10000, 3, 1, 1, 1, 1, 1)");
        jdbc.update(
                "insert into job (job_id, role, party_id, user_id, name, description, tag, roles, users, initiator_role,"
                        + " initiator_party_id, is_initiator, runtime_conf_on_party, status, progress, ready_signal,"
                        + " cancel_signal, rerun_signal, end_scheduling_updates, cores, memory, remaining_cores,"
                        + " remaining_memory, resource_in_use, inheritance_info, inheritance_status, gate_slots,"
                        + " remaining_gate_slots, task_cores, task_memory, error_report, create_time, update_time)"
                        + " values ('" + JOB + "', 'guest', '9999', '', '', '', '', '{}', '{}', 'guest', '9999', true,"
                        + " '{}', 'running', 0, false, false, false, 0, 0, 0, 0, 0, false, '{}', 'pass', 1, 1, 1, 0, '', 1, 1)");
        try {
            assertThat(board.get("sites/calls").body())
                    .contains("\"underWay\":[{\"jobId\":\"" + JOB, "\"action\":\"start\"")
                    .contains("\"failures\":[{\"jobId\":\"" + JOB, "\"action\":\"create\"", "did not answer")
                    .contains("\"slow\":[{\"partyId\":\"10000\",\"timeouts\":3")
                    .doesNotContain("\"stop\"");
        } finally {
            jdbc.update("delete from job where job_id = ?", JOB);
        }
    }

    private HttpResponse<String> capacity(String label, String amount) {
        return board.post(
                "nodes/capacity", "{\"node\":\"gpu-1\",\"label\":\"%s\",\"amount\":%s}".formatted(label, amount));
    }

    private void command(String action, String answerTime, String retcode, String message) {
        jdbc.update(
                "insert into party_command (job_id, role, party_id, component_name, task_id, task_version, action, body,"
                        + " create_time, answer_time, retcode, message) values ('" + JOB
                        + "', 'host', '10000', '', '', 0, '" + action
                        + "', '', 6000, " + answerTime + ", " + retcode + ", '" + message + "')");
    }
}
