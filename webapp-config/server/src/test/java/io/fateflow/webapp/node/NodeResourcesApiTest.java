package io.fateflow.webapp.node;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

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
                .contains("\"use_resource_job\":[]", "\"nodes\":{\"gpu-1\":{\"GPU\":", "\"waiting\":[]");
        assertThat(caller.get("/v1/resource/query").body()).contains("\"f_remaining_cores\":20");
    }
}
