package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/** Upload, Download and Writer read and write files and tables of the server, wherever their executors are. */
abstract class FilesByPathContract {

    private static final String CSV = Jobs.csv("id,x1,x2");

    @TempDir
    Path place;

    /** What the server is told besides. */
    abstract Map<String, Object> settings();

    /** Does something while whatever runs executors is there. */
    abstract void withExecutors(String server, Runnable work) throws IOException;

    @Test
    void filesBecomeTablesAndTablesFilesAndOtherTables() throws IOException {
        Path in = Files.createDirectory(place.resolve("in"));
        Path out = Files.createDirectory(place.resolve("out"));
        Map<String, Object> all = new HashMap<>(settings());
        all.putAll(Map.of(
                "fate.home",
                place.resolve("server"),
                "fate.upload.folders",
                in.toString(),
                "fate.download.folders",
                out.toString()));
        Files.writeString(in.resolve("t.csv"), CSV);
        try (ServerInThisJvm server = new ServerInThisJvm(all)) {
            FlowClient client = new FlowClient(server.port());
            withExecutors(client.server().toString(), () -> {
                client.upload("by_form", CSV);
                succeeds(
                        client,
                        "upload",
                        table("by_path")
                                .put("file", in.resolve("t.csv").toString())
                                .put("head", 1)
                                .put("partition", 4));
                succeeds(
                        client,
                        "download",
                        table("by_form").put("output_path", out.resolve("a.csv").toString()));
                ObjectNode intoFile = table("by_path").put("storage_engine", "LOCALFS");
                intoFile.putObject("address").put("path", out.resolve("b.csv").toString());
                succeeds(client, "writer", intoFile);
                ObjectNode copy = table("by_path").put("output_name", "copy").put("output_namespace", Jobs.NAMESPACE);
                String jobId = succeeds(client, "writer", copy);
                assertThat(client.tableInfo(Jobs.NAMESPACE, "copy")
                                .path("count")
                                .asInt())
                        .isEqualTo(Jobs.ROWS);
                assertThat(client.logs(jobId))
                        .anySatisfy((path, text) -> assertThat(text).contains("copied " + Jobs.ROWS + " rows"));
                client.upload("other", "id,x\n1,2\n");
                assertThat(fails(client, "writer", copy.put("table_name", "other")))
                        .contains("copy");
                assertThat(client.tableInfo(Jobs.NAMESPACE, "copy")
                                .path("count")
                                .asInt())
                        .as("what was there stays")
                        .isEqualTo(Jobs.ROWS);
            });
            new Leases(new JdbcTemplate(server.part(DataSource.class))).assertNoneIsLeft();
        }
        assertThat(out.toFile().list()).as("and nothing half done").containsExactlyInAnyOrder("a.csv", "b.csv");
        for (String file : List.of("a.csv", "b.csv")) {
            assertThat(Files.readAllLines(out.resolve(file)))
                    .containsExactlyInAnyOrderElementsOf(CSV.lines().toList());
        }
        assertThat(FilesBelow.of(place.resolve("server/tables/incoming"))).isEmpty();
    }

    private static ObjectNode table(String name) {
        return FlowClient.JSON
                .createObjectNode()
                .put("namespace", Jobs.NAMESPACE)
                .put("table_name", name);
    }

    private static String succeeds(FlowClient client, String call, ObjectNode body) {
        String jobId = submitted(client, call, body);
        client.awaitEnd(jobId, "success");
        return jobId;
    }

    private static String fails(FlowClient client, String call, ObjectNode body) {
        String jobId = submitted(client, call, body);
        client.awaitEnd(jobId, "failed");
        return client.tasks(jobId).get(0).path("f_error_report").asText();
    }

    private static String submitted(FlowClient client, String call, ObjectNode body) {
        JsonNode answer = client.post("/v1/data/" + call, body);
        assertThat(answer.path("retcode").asInt(-1)).as(answer.toString()).isZero();
        return answer.path("jobId").asText();
    }
}
