package io.fateflow.webapp.node;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.TestJobs;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class NodeResourcesApiTest {

    private static final String NODE = "/v1/node/gpu-1/resources";

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    @AfterEach
    void noNodes() {
        jdbc.update("delete from node_resource");
    }

    private HttpResponse<String> put(String body) {
        return caller.send(caller.request(NODE, "admin", ServerTest.PASSWORD).PUT(BodyPublishers.ofString(body)));
    }

    @Test
    void onlyAnAdministratorSaysWhatANodeHas() {
        assertThat(caller.send(caller.request(NODE).PUT(BodyPublishers.ofString("{\"GPU\": 2}")))
                        .statusCode())
                .isEqualTo(401);
        assertThat(caller.get(NODE).statusCode()).isEqualTo(401);
        assertThat(caller.get("/v1/node/list").statusCode()).isEqualTo(200);

        assertThat(put("{\"GPU\": 2, \"license/gurobi\": 0.5}").body())
                .contains(
                        "\"node\":\"gpu-1\"", "\"GPU\":{\"announced\":null,\"available\":2,", "\"fixed_by\":\"admin\"")
                .contains("\"license/gurobi\":{\"announced\":null,\"available\":0.5,");
        assertThat(jdbc.queryForObject(
                        "select count(*) from audit_log where action = 'node_resources' and actor = 'admin'",
                        Integer.class))
                .isPositive();
    }

    @Test
    void aLabelIsTakenAwayWithZero() {
        put("{\"GPU\": 2, \"CPU\": 4}");

        assertThat(put("{\"GPU\": 0}").body()).contains("\"CPU\"").doesNotContain("\"GPU\"");
    }

    @Test
    void whatCantBeAnAmountIsRefused() {
        for (String body : new String[] {"{\"GPU\": 1.5}", "{\"CPU\": -1}", "{\"CPU\": \"many\"}", "{\"a b\": 1}"}) {
            HttpResponse<String> answer = put(body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(answer.body()).as(body).contains("FFB-2026");
        }
    }

    @Test
    void theEnginesResourcesAreShownAsFateDoesWithThoseOfNodes() {
        put("{\"GPU\": 2}");

        assertThat(caller.post("/v1/resource/query", "{}").body())
                .contains("\"computing_engine_resource\":{", "\"f_cores\":20", "\"f_engine_name\":\"STANDALONE\"")
                .contains(
                        "\"use_resource_job\":[]", "\"nodes\":{\"gpu-1\":{\"GPU\":", "\"ids\":[0,1]", "\"waiting\":[]");
        assertThat(caller.get("/v1/resource/query").body()).contains("\"f_remaining_cores\":20");
    }

    @Test
    void jobsThatWaitAreListedWithTheirReasons() {
        String job = "202601021530450000012";
        JobStore store = new JobStore(jdbc, Clock.systemUTC());
        store.insert(List.of(TestJobs.at(TestJobs.GUEST, job, JobStatus.WAITING)));
        try {
            jdbc.update(
                    "update job set wait_reason = 'guest 9999 needs 0.5 GPU', wait_since = 77 where job_id = ?", job);

            assertThat(caller.post("/v1/resource/query", "{}").body())
                    .contains("\"waiting_jobs\":[{\"cores\":")
                    .contains("\"job_id\":\"" + job, "\"reason\":\"guest 9999 needs 0.5 GPU\"", "\"since\":77}");
        } finally {
            jdbc.update("delete from job where job_id = ?", job);
        }
    }
}
