package io.fateflow.e2e;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Somebody holds a job's rows, such as an operator with a transaction open: clients are told, and do not hang. */
class LockedRowsTest {

    private static final Duration LONGEST = Duration.ofSeconds(15);

    @TempDir
    private Path place;

    @Test
    void aClientWaitsForALockNoLongerThanFifteenSeconds() throws Exception {
        Map<String, String> database = Postgres.newDatabase();
        Nodes nodes = new Nodes(place, database);
        Map<String, Object> settings = new HashMap<>(database);
        settings.put("fate.home", place.resolve("home").toString());
        settings.put("fate.worker.enabled", false);
        try (ServerInThisJvm server = new ServerInThisJvm(settings);
                Connection somebody = nodes.jdbc().getDataSource().getConnection();
                Statement statement = somebody.createStatement()) {
            FlowClient client = new FlowClient(server.port());
            String job = client.submit(Jobs.held());
            awaitStill(nodes, job);
            somebody.setAutoCommit(false);
            statement.execute("select * from job for update");

            assertToldInTime(client, "/v1/job/update", job);
            assertToldInTime(client, "/v1/job/stop", job);

            somebody.rollback();
            assertThat(client.answer(
                                    "/v1/job/stop",
                                    FlowClient.JSON.createObjectNode().put("job_id", job))
                            .statusCode())
                    .isEqualTo(200);
            client.awaitEnd(job, "canceled");
        }
    }

    /** Until the job waits for a worker at each of its parties: who steps on locks the same rows in another order. */
    private static void awaitStill(Nodes nodes, String job) {
        await("the job waits for workers").atMost(Duration.ofMinutes(2)).until(() -> nodes.jdbc()
                .queryForObject(
                        "select (select count(*) from act_ru_ext_task) = count(*) from job where job_id = ?",
                        Boolean.class,
                        job));
    }

    private static void assertToldInTime(FlowClient client, String path, String job) throws Exception {
        long begin = System.nanoTime();

        HttpResponse<byte[]> answer = client.answer(
                path,
                FlowClient.JSON
                        .createObjectNode()
                        .put("job_id", job)
                        .put("role", "guest")
                        .put("party_id", "9999")
                        .put("notes", "new"));

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).as(path).isLessThan(LONGEST.plusSeconds(2));
        assertThat(answer.statusCode()).as(path).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(FlowClient.json(answer).path("retmsg").asText()).contains("FFB-5103");
    }
}
