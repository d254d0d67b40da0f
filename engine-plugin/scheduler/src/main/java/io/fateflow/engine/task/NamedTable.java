package io.fateflow.engine.task;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.digest.Sha256;

/**
 * The table that a Reader reads or an Upload makes, as rows of its parameters are found by it.
 *
 * @param key tells its name from all others; empty if no table is named
 * @param ofJob whose output it is; empty if it is none
 */
public record NamedTable(String key, String ofJob) {

    private static final NamedTable NONE = new NamedTable("", "");

    /** FATE's namespace of an output begins so, with the job's id behind. */
    private static final Pattern OUTPUT = Pattern.compile("output_data_([^_]{1,25})_.*", Pattern.DOTALL);

    static NamedTable of(String module, JsonNode parameters) {
        return switch (module) {
            case "Reader" -> of(parameters.path("table"));
            case "Upload" -> of(parameters);
            default -> NONE;
        };
    }

    private static NamedTable of(JsonNode table) {
        String namespace = table.path("namespace").asText();
        String name = table.path("name").asText();
        if (name.isEmpty()) {
            return NONE;
        }
        Matcher output = OUTPUT.matcher(namespace);
        return new NamedTable(keyOf(namespace, name), output.matches() ? output.group(1) : "");
    }

    public static String keyOf(String namespace, String name) {
        return Sha256.hex(namespace + '\0' + name);
    }
}
