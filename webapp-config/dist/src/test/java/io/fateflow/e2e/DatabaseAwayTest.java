package io.fateflow.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The line between the server and PostgreSQL is cut for longer than any hold, while executors run and end. */
class DatabaseAwayTest {

    private static final Duration AWAY = Duration.ofSeconds(60);

    @TempDir
    private Path place;

    @Test
    void executorsGoOnClientsAreToldAndNothingIsLost() throws IOException {
        Map<String, String> direct = Postgres.newDatabase();
        URI url = URI.create(requireNonNull(direct.get("spring.datasource.url")).substring("jdbc:".length()));
        Nodes nodes = new Nodes(place, direct);
        ExecutorProcesses executors = new ExecutorProcesses(nodes.home());
        int port = ChildJvm.freePort();
        FlowClient client = new FlowClient(port);
        try (Proxy line = new Proxy(url.getPort());
                ChildJvm server = new Nodes(place, through(direct, url, line.port())).start("a", port)) {
            client.awaitUp(server);
            nodes.executorsTake(20);
            List<String> endMeanwhile =
                    Stream.of(Jobs.held(), Jobs.held()).map(client::submit).toList();
            await("they run").atMost(Duration.ofSeconds(60)).until(() -> nodes.begun() == 4);
            nodes.executorsTake(80);
            String outlasts = client.submit(Jobs.held());
            await("all run").atMost(Duration.ofSeconds(60)).until(() -> nodes.begun() == 6);

            line.cut(true);
            long cut = System.nanoTime();
            assertAway(client);
            await("executors have ended by themselves")
                    .atMost(Duration.ofSeconds(45))
                    .until(() -> endMeanwhile.stream()
                            .allMatch(job -> executors.alive().stream().noneMatch(it -> executors.isOf(it, job))));
            await("a minute has passed")
                    .atMost(AWAY.plusSeconds(30))
                    .until(() -> System.nanoTime() - cut > AWAY.toNanos());
            assertThat(executors.alive()).anyMatch(it -> executors.isOf(it, outlasts));
            assertAway(client);
            line.cut(false);
            long back = System.nanoTime();

            endMeanwhile.forEach(job -> client.awaitEnd(job, "success"));
            System.out.println("results of a minute without database taken after "
                    + Duration.ofNanos(System.nanoTime() - back).toMillis() + " ms");
            client.awaitEnd(outlasts, "success");
            nodes.executorsTake(0);
            client.awaitEnd(client.submit(Jobs.held()), "success");
            assertThat(nodes.attempts()).hasSize(8).allSatisfy(task -> assertThat(task)
                    .containsEntry("task_version", 0)
                    .containsEntry("party_status", "success"));
            nodes.assertNothingRanTwice();
            new Leases(nodes.jdbc()).assertNoneIsLeft();
            server.terminate();
        } finally {
            executors.killAll();
        }
    }

    private static void assertAway(FlowClient client) {
        await("clients are told").atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            HttpResponse<byte[]> answer = client.answer(
                    "/v1/job/query", FlowClient.JSON.createObjectNode().put("job_id", "1"));
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("5");
            JsonNode json = FlowClient.json(answer);
            assertThat(json.path("retcode").asInt()).isEqualTo(503);
            assertThat(json.path("retmsg").asText()).contains("FFB-5103", "database");
        });
        HttpResponse<byte[]> health = client.answer("/actuator/health", null);
        assertThat(health.statusCode()).isEqualTo(503);
        assertThat(health.headers().firstValue("Retry-After")).contains("5");
    }

    private static Map<String, String> through(Map<String, String> direct, URI url, int port) {
        Map<String, String> settings = new HashMap<>(direct);
        settings.computeIfPresent("spring.datasource.url", (key, was) -> was.replace(":" + url.getPort(), ":" + port));
        return settings;
    }
}
