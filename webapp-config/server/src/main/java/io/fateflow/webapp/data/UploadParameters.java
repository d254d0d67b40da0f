package io.fateflow.webapp.data;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.TextColumn;
import io.fateflow.webapp.api.ApiException;

/** What an upload is told, with FATE Flow's checks: {@code 1}, {@code "1"} and {@code true} are numbers, {@code "true"} is not. */
final class UploadParameters {

    private static final List<String> REQUIRED = List.of("namespace", "table_name", "file", "head", "partition");
    private static final List<String> PASSED_ON = List.of(
            "namespace",
            "id_delimiter",
            "storage_engine",
            "storage_address",
            "block_size",
            "schema",
            "bad_rows",
            "with_meta",
            "meta");
    private static final int MAX_PARTITIONS = 1023;

    private final ObjectNode sent;

    private UploadParameters(ObjectNode sent) {
        this.sent = sent;
    }

    /**
     * Checks what was sent.
     *
     * @throws ApiException with retcode 100, naming what is missing or wrong
     */
    static UploadParameters of(ObjectNode sent) {
        List<String> missing = new ArrayList<>();
        for (String name : REQUIRED) {
            if (sent.path(name).isMissingNode() || sent.path(name).isNull()) {
                missing.add(name);
            }
        }
        if (!missing.isEmpty()) {
            throw ApiException.uncaught(
                    "KeyError", "required parameters are missing: " + String.join(",", missing) + "; ");
        }
        UploadParameters parameters = new UploadParameters(sent);
        parameters.check("namespace", TextColumn.TABLE_NAMESPACE);
        parameters.check("table_name", TextColumn.TABLE_NAME);
        parameters.check("id_delimiter", TextColumn.ID_DELIMITER);
        int partitions = parameters.number("partition");
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw ApiException.uncaught("Exception", "Error number of partition, it should between 0 and 1024");
        }
        return parameters;
    }

    String namespace() {
        return sent.path("namespace").asText();
    }

    String tableName() {
        return sent.path("table_name").asText();
    }

    String file() {
        return sent.path("file").asText();
    }

    boolean drop() {
        return sent.has("drop") && number("drop") > 0;
    }

    /** The component's parameters: the table is called {@code name} there, and {@code drop} is {@code destroy}. */
    void writeTo(ObjectNode component, String file) {
        for (String name : PASSED_ON) {
            JsonNode value = sent.path(name);
            if (!value.isMissingNode() && !value.isNull()) {
                component.set(name, value);
            }
        }
        component.put("file", file);
        component.put("name", tableName());
        component.put("head", number("head"));
        component.put("partition", number("partition"));
        component.put("destroy", drop());
        for (String flag : List.of("extend_sid", "auto_increasing_sid")) {
            if (sent.hasNonNull(flag)) {
                component.put(flag, number(flag) > 0);
            }
        }
    }

    /** The settings that belong to the job. */
    void writeJobParameters(ObjectNode common) {
        for (String name : List.of("task_cores", "computing_engine", "federation_engine", "eggroll_run", "spark_run")) {
            if (sent.hasNonNull(name)) {
                common.set(name, sent.path(name));
            }
        }
    }

    private void check(String name, TextColumn column) {
        column.problem(name, sent.path(name).asText()).ifPresent(problem -> {
            throw ApiException.uncaught("ValueError", "FFB-5113 " + problem);
        });
    }

    private int number(String name) {
        JsonNode value = sent.path(name);
        if (value.isNumber()) {
            return value.intValue();
        }
        if (value.isBoolean()) {
            return value.booleanValue() ? 1 : 0;
        }
        String text = value.asText().trim();
        if (text.matches("-?\\d{1,9}")) {
            return Integer.parseInt(text);
        }
        throw ApiException.uncaught("ValueError", name + " is a number, not " + text);
    }
}
