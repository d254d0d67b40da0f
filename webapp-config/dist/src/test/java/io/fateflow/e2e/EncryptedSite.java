package io.fateflow.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A site that encrypts what it keeps.
 *
 * @param place has its home, its key and its archives of models
 */
record EncryptedSite(Path place) {

    private static final Duration A_WHILE = Duration.ofSeconds(60);

    /** What a table begins with, and an encrypted file. */
    private static final String TABLE = "ARROW1";

    private static final String ENCRYPTED = "FATEENC1";
    private static final int ROWS = 400;
    private static final Pattern ID = Pattern.compile("person-\\d+");

    private static final String DSL = """
            {"components": {
              "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
              "data_transform_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                                   "output": {"data": ["data"], "model": ["model"]}},
              "intersection_0": {"module": "Intersection", "input": {"data": {"data": ["data_transform_0.data"]}},
                                 "output": {"data": ["data"]}}
            }}""";

    private static final String CONF = """
            {"dsl_version": 2,
             "initiator": {"role": "guest", "party_id": 9999},
             "role": {"guest": [9999], "host": [10000]},
             "job_parameters": {"common": {"task_cores": 1}},
             "component_parameters": {
               "common": {"intersection_0": {"intersect_method": "ecdh"}},
               "role": {
                 "guest": {"0": {"reader_0": {"table": {"name": "guest", "namespace": "experiment"}},
                                 "data_transform_0": {"with_label": true}}},
                 "host": {"0": {"reader_0": {"table": {"name": "host", "namespace": "experiment"}}}}}}}""";

    Path home() {
        return place.resolve("server");
    }

    Path keys() {
        return place.resolve("keys");
    }

    private Path archives() {
        return place.resolve("archives");
    }

    /** @param more than where it is, and its key */
    Map<String, Object> settings(Map<String, Object> more) throws IOException {
        Files.writeString(
                keys(),
                Base64.getEncoder()
                        .encodeToString("a key of a test: 32 bytes of it.".getBytes(StandardCharsets.US_ASCII)));
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("fate.home", home());
        settings.put("fate.at-rest.key-file", keys());
        settings.put("fate.models.store", Files.createDirectories(archives()));
        return settings;
    }

    /** Has a party's part of a model stored as an archive. */
    void store(FlowClient client, String jobId) {
        assertThat(client.post(
                                "/v1/model/store",
                                FlowClient.JSON
                                        .createObjectNode()
                                        .put("model_id", "guest-9999#host-10000#model")
                                        .put("model_version", jobId)
                                        .put("role", "guest")
                                        .put("party_id", 9999))
                        .path("retcode")
                        .asInt(-1))
                .isZero();
        assertThat(FilesBelow.of(archives()))
                .filteredOn(file -> FilesBelow.begins(file, ENCRYPTED))
                .hasSize(1);
    }

    /** Has the site match two tables, whose job leaves models of their columns. */
    String match(FlowClient client) {
        upload(client);
        String jobId = client.submit(Jobs.job(DSL, CONF));
        client.awaitEnd(jobId, "success");
        assertThat(client.tracking("output/data", jobId, "intersection_0").at("/data/0"))
                .isNotEmpty();
        return jobId;
    }

    /** More rows than are shown of a table. */
    void upload(FlowClient client) {
        StringBuilder guest = new StringBuilder("id,y,x0,x1\n");
        StringBuilder host = new StringBuilder("id,z0\n");
        for (int row = 0; row < ROWS; row++) {
            guest.append("person-%d,%d,%d,1\n".formatted(row, row % 2, row % 3));
            host.append("person-%d,%d\n".formatted(row, row % 5));
        }
        client.upload("guest", guest.toString());
        client.upload("host", host.toString());
    }

    /**
     * Asserts that no table stands on the disk as it is, once its job has ended: nothing but the rows that are shown of each, which are results.
     *
     * @param besides where else than at the server
     */
    void assertThatNothingIsPlain(Path... besides) {
        List<Path> all = new ArrayList<>(List.of(home(), archives()));
        all.addAll(List.of(besides));
        for (Path directory : all) {
            await("what executors had for themselves goes with them: " + directory)
                    .atMost(A_WHILE)
                    .untilAsserted(() -> {
                        assertThat(FilesBelow.of(directory)).noneMatch(file -> FilesBelow.begins(file, TABLE));
                        for (Path file : FilesBelow.of(directory)) {
                            assertThat(ids(file)).as(file.toString()).isLessThan(ROWS / 2);
                        }
                    });
        }
        assertThat(FilesBelow.of(home().resolve("tables")))
                .as("uploads, and what components have made of them")
                .filteredOn(file -> FilesBelow.begins(file, ENCRYPTED))
                .hasSizeGreaterThan(5);
        assertThat(FilesBelow.of(home().resolve("tables/incoming"))).isEmpty();
    }

    /** How many rows of the tables a file tells of. */
    private static long ids(Path file) {
        return ID.matcher(FilesBelow.text(file))
                .results()
                .map(MatchResult::group)
                .distinct()
                .count();
    }
}
