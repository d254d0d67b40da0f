package io.fateflow.engine.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.tracking.TrackingStore.TableRef;

/**
 * Which files of this site an attempt may get, and which it may leave, as its own config names them.
 *
 * @param tables that it reads
 * @param caches that it goes on from
 * @param file that it makes a table of
 * @param target the file that it writes a table to
 * @param named the table that its parameters have it make
 * @param replaces whether that may be there already
 */
public record FileRights(
        List<TableRef> tables,
        List<TableRef> caches,
        Optional<NamedFile> file,
        Optional<NamedFile> target,
        String outputs,
        String cacheOutputs,
        Optional<TableRef> named,
        boolean replaces) {

    private static final Set<String> FILE_ENGINES = Set.of("PATH", "LOCALFS");

    /**
     * A file that a parameter names.
     *
     * @param parameter where it stands, as a JSON pointer into the component's parameters
     */
    public record NamedFile(String parameter, String path) {}

    static FileRights of(TaskKey key, String module, JsonNode config) {
        JsonNode parameters = config.path("component_parameters");
        List<TableRef> tables = new ArrayList<>();
        config.path("inputs").path("data").forEach(declared -> addAll(tables, declared));
        List<TableRef> caches = new ArrayList<>();
        addAll(caches, config.path("inputs").path("cache"));
        switch (module) {
            case "Reader" -> ref(parameters.path("table"), "name", "namespace").ifPresent(tables::add);
            case "Download", "Writer" -> ref(parameters, "name", "namespace").ifPresent(tables::add);
            default -> {
                // what it reads are its inputs
            }
        }
        String attempt = key.taskId() + "_" + key.version();
        return new FileRights(
                List.copyOf(tables),
                List.copyOf(caches),
                module.equals("Upload") ? file(parameters, "/file") : Optional.empty(),
                target(module, parameters),
                "output_data_" + attempt,
                "output_cache_" + attempt,
                named(module, parameters),
                module.equals("Upload"));
    }

    /** Whether this attempt may leave a table of that name. */
    public boolean mayLeave(TableRef table) {
        return table.namespace().equals(outputs) || named.filter(table::equals).isPresent();
    }

    /** Whether this attempt may leave a table in the place of one that is there. */
    public boolean mayReplace(TableRef table) {
        return replaces && named.filter(table::equals).isPresent();
    }

    /** Whether this attempt may leave a cache of that name. */
    public boolean mayLeaveCache(TableRef cache) {
        return cache.namespace().equals(cacheOutputs);
    }

    private static Optional<TableRef> named(String module, JsonNode parameters) {
        return switch (module) {
            case "Upload" -> ref(parameters, "name", "namespace");
            case "Writer" -> ref(parameters, "output_name", "output_namespace");
            default -> Optional.empty();
        };
    }

    private static Optional<NamedFile> target(String module, JsonNode parameters) {
        return switch (module) {
            case "Download" -> file(parameters, "/output_path");
            case "Writer" ->
                FILE_ENGINES.contains(parameters.path("storage_engine").asText().toUpperCase(Locale.ROOT))
                        ? file(parameters, "/address/path")
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<NamedFile> file(JsonNode parameters, String pointer) {
        String path = parameters.at(pointer).asText();
        return path.isEmpty() ? Optional.empty() : Optional.of(new NamedFile(pointer, path));
    }

    private static void addAll(List<TableRef> tables, JsonNode declared) {
        declared.forEach(table -> ref(table, "name", "namespace").ifPresent(tables::add));
    }

    private static Optional<TableRef> ref(JsonNode table, String name, String namespace) {
        boolean named = !text(table, name).isEmpty() && !text(table, namespace).isEmpty();
        return named ? Optional.of(new TableRef(text(table, name), text(table, namespace))) : Optional.empty();
    }

    private static String text(JsonNode json, String key) {
        return json.path(key).isNull() ? "" : json.path(key).asText();
    }
}
