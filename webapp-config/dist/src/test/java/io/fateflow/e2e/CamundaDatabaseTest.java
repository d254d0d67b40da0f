package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import javax.sql.DataSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The home of a site that ran on Camunda 7.24 is opened by the engine of this build: Camunda's again, or Operaton's (profile {@code operaton}).
 * It is written by {@code -Dcamunda.site=write}, in a build of Camunda.
 */
class CamundaDatabaseTest {

    private static final String SITE = "camunda-site.zip";
    private static final String LISTS = "lists.json";

    /** Rights of theirs are rows of the engine under the name of the group. */
    private static final String RIGHTS_OF_ADMINISTRATORS = """
            select count(*) from act_ru_authorization a
            where a.group_id_ in (select m.group_id_ from act_id_membership m where m.user_id_ = 'admin')
              and a.type_ = 1 and a.resource_id_ = '*' and a.perms_ = 2147483647""";

    @Test
    void aSiteOfCamundaGoesOnWithItsListsAndItsRunningJob(@TempDir Path home) throws IOException {
        unpack(home);
        JsonNode before = FlowClient.JSON.readTree(home.resolve(LISTS).toFile());
        String ended = before.path("ended").asText();
        String running = before.path("running").asText();
        try (ServerInThisJvm server = start(home, true)) {
            FlowClient client = new FlowClient(server.port());
            client.awaitEnd(running, "success");

            assertThat(lists(client, ended)).isEqualTo(before.path("lists"));
            assertThat(client.engine("/history/process-instance/count?processInstanceBusinessKey=" + ended))
                    .isEqualTo(before.path("instances"));
            assertThat(client.engine("/process-definition?key=fate-job").size())
                    .as("what has not changed is not deployed again")
                    .isEqualTo(1);
            assertThat(client.get("/v1/audit/head").path("retcode").asInt()).isZero();
            assertThat(client.findings()).isEmpty();
            JdbcTemplate jdbc = new JdbcTemplate(server.part(DataSource.class));
            assertThat(jdbc.queryForObject(RIGHTS_OF_ADMINISTRATORS, Long.class))
                    .as("administrators keep their rights")
                    .isPositive();
            assertThat(jdbc.queryForList(
                            "select group_id_ from act_id_membership where user_id_ = 'admin'", String.class))
                    .as("in one group, that of this engine")
                    .hasSize(1);
            String another = client.submit(Jobs.secureAdd(20, 20));
            client.awaitEnd(another, "success");
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "camunda.site", matches = "write")
    void writesTheSite(@TempDir Path home) throws IOException {
        ObjectNode written = FlowClient.JSON.createObjectNode();
        try (ServerInThisJvm server = start(home, true)) {
            FlowClient client = new FlowClient(server.port());
            Jobs.uploadTables(client);
            String ended = client.submit(Jobs.secureAdd(30, 30));
            client.awaitEnd(ended, "success");
            written.put("ended", ended);
        }
        try (ServerInThisJvm server = start(home, false)) {
            FlowClient client = new FlowClient(server.port());
            String running = client.submit(Jobs.secureAdd(20, 20));
            client.awaitStatus(running, "running");
            String ended = written.path("ended").asText();
            written.put("running", running);
            written.set("lists", lists(client, ended));
            written.set(
                    "instances", client.engine("/history/process-instance/count?processInstanceBusinessKey=" + ended));
        }
        forgetThisMachine(home);
        Files.writeString(home.resolve(LISTS), written.toString());
        pack(home, Path.of("src/test/resources/io/fateflow/e2e").resolve(SITE));
    }

    private static ServerInThisJvm start(Path home, boolean withWorker) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("fate.home", home);
        settings.put("fate.worker.heartbeat", "200ms");
        settings.put("fate.worker.enabled", withWorker);
        return new ServerInThisJvm(settings);
    }

    /** Without what depends on the machine: command lines, and dates in its time zone. */
    private static ArrayNode lists(FlowClient client, String jobId) {
        ArrayNode lists = FlowClient.JSON.createArrayNode();
        Stream.concat(client.jobs(jobId).stream(), client.tasks(jobId).stream())
                .map(row -> {
                    ObjectNode lasting = row.deepCopy();
                    row.fieldNames().forEachRemaining(name -> {
                        if (name.equals("f_cmd") || name.endsWith("_date")) {
                            lasting.remove(name);
                        }
                    });
                    return lasting;
                })
                .forEach(lists::add);
        return lists;
    }

    /** Paths of executors; and that the running job is out of time some day. */
    private static void forgetThisMachine(Path home) throws IOException {
        JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(
                "jdbc:h2:" + home.resolve("db/fate-flow"), "sa", Files.readString(home.resolve("db/password")), true));
        jdbc.update("update task set cmd = '[]'");
        jdbc.update("update act_ru_job set duedate_ = timestamp '2999-01-01 00:00:00'"
                + " where handler_type_ = 'timer-transition'");
        jdbc.execute("shutdown defrag");
    }

    private static void unpack(Path home) throws IOException {
        try (InputStream stored = requireNonNull(CamundaDatabaseTest.class.getResourceAsStream(SITE));
                ZipInputStream zip = new ZipInputStream(stored)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = home.resolve(entry.getName());
                Files.createDirectories(requireNonNull(file.getParent()));
                Files.copy(zip, file);
            }
        }
    }

    /** What a backup of the home has: the database, its password, the tables. */
    private static void pack(Path home, Path target) throws IOException {
        Files.createDirectories(requireNonNull(target.getParent()));
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target))) {
            for (String part : List.of(LISTS, "db", "tables")) {
                try (Stream<Path> files = Files.walk(home.resolve(part))) {
                    files.filter(Files::isRegularFile).forEach(file -> add(zip, home, file));
                }
            }
        }
    }

    private static void add(ZipOutputStream zip, Path home, Path file) {
        try {
            zip.putNextEntry(new ZipEntry(home.relativize(file).toString()));
            Files.copy(file, zip);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
