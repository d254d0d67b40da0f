package io.fateflow.engine.consent;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.database.Json;
import io.fateflow.database.TextColumn;
import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;

/**
 * Which tables of this site a job reads at a party, and for which modules. A Reader's table is read for all components behind
 * it that the party runs, whatever is between them: which of its columns reach which of them only they know. Models and caches
 * of earlier jobs are no tables.
 */
public final class TablesRead {

    private static final String READER = "reader";

    /** Their parameters name the table at the top. */
    private static final Set<String> COPIERS = Set.of("download", "writer");

    private static final String META = """
            select table_schema, row_count, id_delimiter from storage_table_meta
            where namespace = :namespace and name = :name
            """;

    private final JdbcClient jdbc;

    public TablesRead(JdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** A table of a site, by name. */
    public record Name(String namespace, String name) {}

    private record Meta(List<String> columns, long rows) {}

    /** Those of a job at a party, in the order of its components. */
    public List<TableRead> of(JobPlan plan, Party own) {
        Map<Name, SortedSet<String>> modules = new LinkedHashMap<>();
        for (ComponentPlan component : plan.components()) {
            JsonNode parameters = component.parties().get(own);
            if (parameters != null) {
                name(component.module().toLowerCase(Locale.ROOT), parameters)
                        .ifPresent(name -> modules.computeIfAbsent(name, first -> new TreeSet<>())
                                .addAll(behind(component, plan, own)));
            }
        }
        List<TableRead> tables = new ArrayList<>();
        modules.forEach((name, read) -> {
            Meta meta = meta(name);
            tables.add(new TableRead(name.namespace(), name.name(), meta.columns(), meta.rows(), read));
        });
        return tables;
    }

    /** Which tables of this site a job reads or writes at a party, by the names that its conf has. */
    public static List<Name> namedBy(JobPlan plan, Party own) {
        List<Name> names = new ArrayList<>();
        for (ComponentPlan component : plan.components()) {
            JsonNode parameters = component.parties().get(own);
            if (parameters != null) {
                String module = component.module().toLowerCase(Locale.ROOT);
                name(module, parameters).ifPresent(names::add);
                written(module, parameters).ifPresent(names::add);
            }
        }
        return names;
    }

    /**
     * The table that a component makes under a name of its parameters.
     *
     * @param module in lower case
     */
    public static Optional<Name> written(String module, JsonNode parameters) {
        return switch (module) {
            case "upload" -> table(parameters.path("namespace"), parameters.path("name"));
            case "writer" -> table(parameters.path("output_namespace"), parameters.path("output_name"));
            default -> Optional.empty();
        };
    }

    private static Optional<Name> table(JsonNode namespace, JsonNode name) {
        return name.isMissingNode() || name.isNull()
                ? Optional.empty()
                : Optional.of(new Name(
                        TextColumn.TABLE_NAMESPACE.fitted(namespace.asText()),
                        TextColumn.TABLE_NAME.fitted(name.asText())));
    }

    private static Optional<Name> name(String module, JsonNode parameters) {
        if (!module.equals(READER) && !COPIERS.contains(module)) {
            return Optional.empty();
        }
        JsonNode table = module.equals(READER) ? parameters.path("table") : parameters;
        if (table.hasNonNull("name")) {
            return Optional.of(new Name(
                    TextColumn.TABLE_NAMESPACE.fitted(table.path("namespace").asText()),
                    TextColumn.TABLE_NAME.fitted(table.path("name").asText())));
        }
        // what an earlier job has left at this party
        return table.hasNonNull("job_id")
                ? Optional.of(new Name(
                        TextColumn.TABLE_NAMESPACE.fitted(
                                "output of job " + table.path("job_id").asText()),
                        TextColumn.TABLE_NAME.fitted(
                                table.path("component_name").asText()
                                        + '.'
                                        + table.path("data_name").asText())))
                : Optional.empty();
    }

    /** The modules that get data of a component at a party; the component's own if there are none. */
    private static SortedSet<String> behind(ComponentPlan source, JobPlan plan, Party own) {
        Set<String> reached = new HashSet<>(Set.of(source.name()));
        SortedSet<String> modules = new TreeSet<>();
        // they are in topological order
        for (ComponentPlan component : plan.components()) {
            if (component.upstream().stream().anyMatch(reached::contains) && reached.add(component.name())) {
                if (component.parties().containsKey(own)) {
                    modules.add(component.module());
                }
            }
        }
        return modules.isEmpty() ? new TreeSet<>(Set.of(source.module())) : modules;
    }

    private Meta meta(Name name) {
        return jdbc.sql(META)
                .param("namespace", name.namespace())
                .param("name", name.name())
                .query((row, number) -> new Meta(
                        columns(
                                Json.read(row.getString("table_schema")),
                                String.valueOf(row.getString("id_delimiter"))),
                        row.getLong("row_count")))
                .optional()
                .orElse(new Meta(List.of(), 0));
    }

    /** An upload with {@code meta} has them as a list, with the label beside it; others as one text. */
    private static List<String> columns(JsonNode schema, String delimiter) {
        JsonNode meta = schema.path("meta");
        JsonNode header = meta.path("header").isArray() ? meta.path("header") : schema.path("header");
        List<String> columns = new ArrayList<>();
        if (header.isArray()) {
            header.forEach(column -> columns.add(column.asText()));
            JsonNode label = meta.path("label_name");
            if (label.isTextual() && !columns.contains(label.asText())) {
                columns.add(label.asText());
            }
        } else if (header.isTextual()) {
            Stream.of(header.asText().split(Pattern.quote(delimiter), -1))
                    .map(String::strip)
                    .filter(column -> !column.isEmpty())
                    .forEach(columns::add);
        }
        return columns;
    }
}
