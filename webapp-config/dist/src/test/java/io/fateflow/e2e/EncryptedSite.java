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
                                        .put("model_id", "arbiter-10000#guest-9999#host-10000#model")
                                        .put("model_version", jobId)
                                        .put("role", "guest")
                                        .put("party_id", 9999))
                        .path("retcode")
                        .asInt(-1))
                .isZero();
        assertThat(FilesBelow.with(archives(), ENCRYPTED)).hasSize(1);
        assertThat(FilesBelow.of(archives())).as("a zip begins so").noneMatch(file -> FilesBelow.begins(file, "PK"));
    }

    /**
     * Asserts that nothing of a table stands on the disk as it is, once its job has ended.
     *
     * @param besides where else than at the server
     */
    void assertThatNothingIsPlain(String anId, Path... besides) {
        List<Path> all = new ArrayList<>(List.of(home(), archives()));
        all.addAll(List.of(besides));
        for (Path directory : all) {
            await("what executors had for themselves goes with them: " + directory)
                    .atMost(A_WHILE)
                    .untilAsserted(() -> {
                        assertThat(FilesBelow.of(directory)).noneMatch(file -> FilesBelow.begins(file, TABLE));
                        assertThat(FilesBelow.with(directory, anId)).isEmpty();
                    });
        }
        assertThat(FilesBelow.of(home().resolve("tables")))
                .as("uploads, and what components have made of them")
                .filteredOn(file -> FilesBelow.begins(file, ENCRYPTED))
                .hasSizeGreaterThan(5);
        assertThat(FilesBelow.of(home().resolve("tables/incoming"))).isEmpty();
    }
}
