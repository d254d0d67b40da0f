package io.fateflow.webapp.queue;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ServerTest
class QueueApiTest {

    private static final String QUEUE = "/v1/queue/research";

    @Autowired
    private Caller caller;

    @Autowired
    private JdbcTemplate jdbc;

    @AfterEach
    void oneQueue() {
        jdbc.update("delete from job_queue where is_default = false");
        jdbc.update(
                "update job_queue set weight = 1, nominal_quota = 0, borrowing_limit = null, limits = '{}', changed_by = ''");
    }

    private HttpResponse<String> put(String path, String body) {
        return caller.send(caller.request(path, "admin", ServerTest.PASSWORD).PUT(BodyPublishers.ofString(body)));
    }

    @Test
    void onlyAnAdministratorSetsAQueueAndEverybodySeesIt() {
        assertThat(caller.send(caller.request(QUEUE).PUT(BodyPublishers.ofString("{\"weight\": 3}")))
                        .statusCode())
                .isEqualTo(401);
        assertThat(caller.send(caller.request(QUEUE).DELETE()).statusCode()).isEqualTo(401);

        assertThat(put(QUEUE, "{\"weight\": 3, \"nominal_quota\": 8, \"borrowing_limit\": 4}")
                        .body())
                .contains("\"name\":\"research\"", "\"weight\":3}", "\"nominal_quota\":8,", "\"borrowing_limit\":4,")
                .contains("\"held_cores\":0,", "\"waiting\":0", "\"changed_by\":\"admin\"");
        assertThat(caller.get("/v1/queue").body())
                .contains("\"name\":\"default\"", "\"default\":true", "\"name\":\"research\"");
        assertThat(jdbc.queryForObject(
                        "select count(*) from audit_log where action = 'queue' and actor = 'admin'", Integer.class))
                .isPositive();
    }

    @Test
    void whatIsNotNamedStaysAsItIs() {
        put(QUEUE, "{\"weight\": 3, \"borrowing_limit\": 4}");

        assertThat(put(QUEUE, "{\"nominal_quota\": 2}").body())
                .contains("\"weight\":3}", "\"nominal_quota\":2,", "\"borrowing_limit\":4,");
        assertThat(put(QUEUE, "{\"borrowing_limit\": null}").body())
                .contains("\"nominal_quota\":2,", "\"borrowing_limit\":null,");
    }

    @Test
    void limitsOfLabelsAreSetAndTakenAwayOneByOne() {
        assertThat(put(QUEUE, "{\"limits\": {\"GPU\": 2.5, \"license/gurobi\": 1}}")
                        .body())
                .contains("\"held\":{},", "\"limits\":{\"GPU\":2.5,\"license/gurobi\":1},");
        assertThat(put(QUEUE, "{\"weight\": 2, \"limits\": {\"GPU\": null, \"FPGA\": 0}}")
                        .body())
                .contains("\"limits\":{\"FPGA\":0,\"license/gurobi\":1},");
        assertThat(caller.get("/v1/queue").body()).contains("\"limits\":{\"FPGA\":0,\"license/gurobi\":1},");
        assertThat(put(QUEUE, "{\"limits\": null}").body()).contains("\"limits\":{},");
        for (String body : new String[] {
            "{\"limits\": 3}",
            "{\"limits\": {\"GPU\": -1}}",
            "{\"limits\": {\"GPU\": \"2\"}}",
            "{\"limits\": {\"GPU\": 0.00001}}",
            "{\"limits\": {\"a b\": 1}}"
        }) {
            HttpResponse<String> answer = put(QUEUE, body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(answer.body()).as(body).contains("FFB-6318");
        }
    }

    @Test
    void whatWasSetIsTakenBack() {
        put(QUEUE, "{\"weight\": 3}");
        put("/v1/queue/default", "{\"weight\": 9}");

        HttpResponse<String> gone =
                caller.send(caller.request(QUEUE, "admin", ServerTest.PASSWORD).DELETE());
        caller.send(caller.request("/v1/queue/default", "admin", ServerTest.PASSWORD)
                .DELETE());

        assertThat(gone.body()).doesNotContain("research");
        assertThat(caller.get("/v1/queue").body()).contains("\"waiting\":0,\"weight\":1}]");
        assertThat(caller.send(caller.request(QUEUE, "admin", ServerTest.PASSWORD)
                                .DELETE())
                        .body())
                .contains("FFB-6318 there is no queue of that name");
    }

    @Test
    void whatCantBeAQueueIsRefused() {
        for (String body : new String[] {
            "{\"weight\": 0}",
            "{\"weight\": -1}",
            "{\"weight\": null}",
            "{\"nominal_quota\": \"many\"}",
            "{\"nominal_quota\": 1.00001}",
            "{\"borrowing_limit\": 1e30}",
            "{\"nominal-quota\": 3}"
        }) {
            HttpResponse<String> answer = put(QUEUE, body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(answer.body()).as(body).contains("FFB-6318");
        }
        assertThat(put("/v1/queue/a%20b", "{}").body()).contains("FFB-6318");
        assertThat(caller.get("/v1/queue").body()).doesNotContain("research");
    }

    @Test
    void onlyAnAdministratorMovesAJobToTheFront() {
        assertThat(caller.post("/v1/job/front", "{\"job_id\": \"202601021530450000071\"}")
                        .statusCode())
                .isEqualTo(401);
        assertThat(caller.send(caller.request("/v1/job/front", "admin", ServerTest.PASSWORD)
                                .POST(BodyPublishers.ofString("{\"job_id\": \"202601021530450000071\"}")))
                        .body())
                .contains("can not found job");
    }

    @Test
    void theEnginesResourcesNameQueuesAndWhoHoldsWhatSinceWhen() {
        put(QUEUE, "{\"weight\": 3}");

        assertThat(caller.post("/v1/resource/query", "{}").body())
                .contains(
                        "\"queues\":[{\"borrowing_limit\":null,\"default\":true",
                        "\"name\":\"research\"",
                        "\"holders\":[]");
    }

    @Test
    void metricsHaveAllQueuesAlsoThoseThatWereMadeLater() {
        put(QUEUE, "{\"nominal_quota\": 8, \"limits\": {\"GPU\": 2.5}}");

        // a look is ten seconds old at most: the first scrape finds the queue, and shows it at the latest to the second
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(
                        caller.send(caller.request("/actuator/prometheus", "admin", ServerTest.PASSWORD)
                                        .GET())
                                .body())
                .contains("fate_queue_cores{queue=\"research\",state=\"nominal\"} 8.0")
                .contains("fate_queue_cores{queue=\"research\",state=\"held\"} 0.0")
                .contains("fate_queue_jobs{queue=\"default\",state=\"waiting\"} 0.0")
                .contains("fate_queue_labels{label=\"GPU\",queue=\"research\",state=\"limit\"} 2.5")
                .contains("fate_queue_labels{label=\"GPU\",queue=\"research\",state=\"held\"} 0.0"));
    }
}
