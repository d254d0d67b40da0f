package io.fateflow.worker.agent.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.SparkOptions;

/** Executor tasks for tests. */
public final class TaskBuilder {

    private String jobId = "202601010000000000001";
    private String component = "reader_0";
    private String module = "Reader";
    private String role = "guest";
    private String party = "9999";
    private String parameters = "{}";
    private String input = "";
    private String token = "secret-" + UUID.randomUUID();
    private Duration timeout = Duration.ZERO;
    private List<String> uploadFolders = List.of();
    private String given = "";
    private Optional<SparkOptions> spark = Optional.empty();

    public static TaskBuilder aTask() {
        return new TaskBuilder();
    }

    public TaskBuilder of(String newModule, String newParameters) {
        module = newModule;
        component = newModule.toLowerCase(java.util.Locale.ROOT) + "_0";
        parameters = newParameters;
        return this;
    }

    public TaskBuilder named(String newComponent) {
        component = newComponent;
        return this;
    }

    /** With one input table, as the output {@code data} of {@code upstream_0}. */
    public TaskBuilder withInput(String namespace, String name) {
        input = "{\"component\":\"upstream_0\",\"output\":\"data\",\"namespace\":\"%s\",\"name\":\"%s\"}"
                .formatted(namespace, name);
        return this;
    }

    /** As {@link #withInput}, after an output of {@code absent_0} that the DSL declares and this party does not have. */
    public TaskBuilder withInputBehindAnAbsentOne(String namespace, String name) {
        withInput(namespace, name);
        input = "{\"component\":\"absent_0\",\"output\":\"data\",\"name\":null,\"namespace\":null}," + input;
        return this;
    }

    public TaskBuilder at(String newRole, String newParty) {
        role = newRole;
        party = newParty;
        return this;
    }

    public TaskBuilder inJob(String newJobId) {
        jobId = newJobId;
        return this;
    }

    public TaskBuilder withToken(String newToken) {
        token = newToken;
        return this;
    }

    public TaskBuilder withTimeout(Duration newTimeout) {
        timeout = newTimeout;
        return this;
    }

    public TaskBuilder mayUploadFrom(Path folder) {
        uploadFolders = List.of(folder.toString());
        return this;
    }

    /** With so much of its node, by label as the server writes it. */
    public TaskBuilder given(String labels) {
        given = ",\"resources\":{\"node\":\"test\",\"labels\":%s}".formatted(labels);
        return this;
    }

    /** To be run on Spark. */
    public TaskBuilder onSpark(SparkOptions options) {
        spark = Optional.of(options);
        return this;
    }

    public ExecutorTask build() {
        return new ExecutorTask(
                UUID.randomUUID().toString(),
                jobId,
                component,
                module,
                jobId + "_" + component,
                0,
                role,
                party,
                config(),
                token,
                timeout);
    }

    private ObjectNode config() {
        try {
            ObjectNode config =
                    (ObjectNode) new ObjectMapper().readTree("""
                            {"module":"%s","component_parameters":%s,
                             "roles":{"guest":[9999],"host":[10000]},"outputs":{"data":["data"]},
                             "inputs":{"data":{"data":[%s]}}%s}
                            """.formatted(module, parameters, input, given));
            spark.ifPresent(options -> options.writeTo(config));
            uploadFolders.forEach(config.putArray("upload_folders")::add);
            return config;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
