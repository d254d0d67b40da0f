package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.database.Json;

/** Where tables come from, and who has used them: from the rows of jobs, as long as those are kept. */
public final class TableHistory {

    /** The namespace of an output: FATE's, with the attempt in it. */
    private static final Pattern OUTPUT = Pattern.compile("output_data_(.+)_\\d+");

    /** How all of those begin. */
    static final String OUTPUTS = "output_data_";

    private static final String UPLOADS = """
            select j.job_id, p.parameters, j.description
            from job j
            join task t on t.job_id = j.job_id and t.role = j.role and t.party_id = j.party_id
                and t.component_name = 'upload_0' and t.status = 'success'
            join task_parameters p on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
            where j.role = 'local' %s
            order by j.create_time desc, j.job_id desc
            limit :most
            """;

    private static final String SOURCE = """
            select p.parameters
            from tracking_output_data_info o
            join task_parameters p on p.task_id = o.task_id and p.role = o.role and p.party_id = o.party_id
            where o.task_id = :task and o.table_name = :name and o.table_namespace = :namespace
                and p.component_module = 'Reader'
            """;

    private static final String READERS = """
            select t.job_id, p.parameters
            from task_parameters p
            join task t on t.task_id = p.task_id and t.role = p.role and t.party_id = p.party_id and t.task_version = 0
            where p.component_module = 'Reader' and p.parameters like :part escape '!'
            order by t.job_id
            limit :most
            """;

    private static final String LEFT_BY_JOB = """
            select o.component_name, o.data_name, o.table_name, o.table_namespace
            from tracking_output_data_info o
            where o.job_id = :job and o.role = :role and o.party_id = :party
            order by o.task_version
            """;

    private static final String READ_BY_JOB = """
            select t.component_name, p.parameters
            from task t
            join task_parameters p on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
            where t.job_id = :job and t.role = :role and t.party_id = :party and t.task_version = 0
                and t.component_module = 'Reader'
            """;

    private final NamedParameterJdbcTemplate jdbc;

    public TableHistory(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** A table, by name. */
    public record Name(String namespace, String name) {}

    /**
     * An upload whose table is there.
     *
     * @param parameters those of the component
     * @param notes of the job
     */
    public record Uploaded(String jobId, JsonNode parameters, String notes, Table table) {}

    /**
     * What is known of a table.
     *
     * @param schema FATE's
     */
    public record Table(Name name, long count, JsonNode schema) {}

    private record Upload(String jobId, JsonNode parameters, String notes) {}

    /**
     * Uploads that have succeeded, newest first.
     *
     * @param jobId only this one; empty for all
     * @param most how many at most
     * @param visible whose
     */
    public List<Uploaded> uploads(String jobId, int most, VisibleJobs visible) {
        MapSqlParameterSource values = new MapSqlParameterSource("job", jobId).addValue("most", most);
        List<Upload> uploads = jdbc.query(
                UPLOADS.formatted((jobId.isEmpty() ? "" : "and j.job_id = :job")
                        + (visible.all() ? "" : " and " + visible.condition("j.", bind(values)))),
                values,
                (row, number) -> new Upload(
                        row.getString("job_id"),
                        RowShape.document(row.getString("parameters")),
                        row.getString("description")));
        List<Uploaded> there = new ArrayList<>();
        for (Upload upload : uploads) {
            table(nameIn(upload.parameters()))
                    .ifPresent(table ->
                            there.add(new Uploaded(upload.jobId(), upload.parameters(), upload.notes(), table)));
        }
        return there;
    }

    private static Function<Object, String> bind(MapSqlParameterSource values) {
        return value -> {
            String name = "v" + values.getValues().size();
            values.addValue(name, value);
            return ":" + name;
        };
    }

    private static Name nameIn(JsonNode parameters) {
        return new Name(
                parameters.path("namespace").asText(), parameters.path("name").asText());
    }

    private Optional<Table> table(Name name) {
        return jdbc
                .query(
                        """
                        select row_count, table_schema
                        from storage_table_meta
                        where namespace = :namespace and name = :name
                        """,
                        Map.of("namespace", name.namespace(), "name", name.name()),
                        (row, number) -> new Table(
                                name,
                                row.getLong("row_count"),
                                TableSchemas.shown(RowShape.document(row.getString("table_schema")))))
                .stream()
                .findFirst();
    }

    /** The table that a Reader has made this one of; empty for one that was uploaded or learned. */
    public Optional<Name> source(Name table) {
        Matcher output = OUTPUT.matcher(table.namespace());
        if (!output.matches()) {
            return Optional.empty();
        }
        return jdbc
                .query(
                        SOURCE,
                        Map.of("task", output.group(1), "name", table.name(), "namespace", table.namespace()),
                        (row, number) -> readTable(row))
                .stream()
                .findFirst();
    }

    private record Reader(String jobId, Name table) {}

    private static Name readTable(ResultSet row) throws SQLException {
        return nameIn(RowShape.document(row.getString("parameters")).path("table"));
    }

    /** Jobs whose Readers were told to read a table, oldest first: the first thousand. */
    public List<String> readers(Name table) {
        return jdbc
                .query(
                        READERS,
                        Map.of(
                                "part",
                                Criteria.containing(
                                        TextNode.valueOf(table.name()).toString()),
                                "most",
                                Listing.MOST),
                        (row, number) -> new Reader(row.getString("job_id"), readTable(row)))
                .stream()
                .filter(reader -> reader.table().equals(table))
                .map(Reader::jobId)
                .distinct()
                .toList();
    }

    /** Jobs whose Readers were told to read what a job has put out, oldest first: the first thousand. */
    List<String> readersOfOutputs(String jobId) {
        return jdbc
                .query(
                        READERS,
                        Map.of("part", Criteria.containing(OUTPUTS + jobId + "_"), "most", Listing.MOST),
                        (row, number) -> new Reader(row.getString("job_id"), readTable(row)))
                .stream()
                .filter(reader -> reader.table().namespace().startsWith(OUTPUTS + jobId + "_"))
                .map(Reader::jobId)
                .distinct()
                .toList();
    }

    /**
     * What each component of a job has read and left at a party, by FATE's names.
     *
     * @param dsl the job's
     */
    public ObjectNode ofJob(JsonNode dsl, String jobId, String role, String partyId) {
        ObjectNode tables = Json.object();
        Map<String, String> party = Map.of("job", jobId, "role", role, "party", partyId);
        new DslGraph(dsl).names().forEach(name -> {
            ObjectNode component = tables.putObject(name);
            component.putObject("input");
            component.putObject("output");
        });
        jdbc.query(LEFT_BY_JOB, party, row -> {
            put(tables, row.getString("component_name"), "output", row.getString("data_name"), wire(row));
        });
        jdbc.query(READ_BY_JOB, party, row -> {
            JsonNode table = RowShape.document(row.getString("parameters")).path("table");
            put(tables, row.getString("component_name"), "input", "table", table);
        });
        addInputs(tables, dsl);
        return tables;
    }

    /** A component that the DSL does not have is left out. */
    private static void put(ObjectNode tables, String component, String side, String name, JsonNode table) {
        if (tables.path(component).path(side) instanceof ObjectNode names) {
            names.set(name, table);
        }
    }

    private static ObjectNode wire(ResultSet row) throws SQLException {
        return Json.object()
                .put("name", row.getString("table_name"))
                .put("namespace", row.getString("table_namespace"));
    }

    /** What one takes is what another has left. */
    private static void addInputs(ObjectNode tables, JsonNode dsl) {
        dsl.path("components").properties().forEach(component -> component
                .getValue()
                .path("input")
                .path("data")
                .forEach(slot -> slot.forEach(reference -> {
                    String[] parts = reference.asText().split("\\.", 2);
                    JsonNode left = parts.length < 2
                            ? tables.missingNode()
                            : tables.path(parts[0]).path("output").path(parts[1]);
                    if (!left.isMissingNode() && tables.path(component.getKey()) instanceof ObjectNode mine) {
                        mine.withObject("/input").set(reference.asText(), left);
                    }
                })));
    }
}
