package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** What components left behind: metrics, output tables, summaries; always of the latest attempt that left any. */
public final class TrackingQueries {

    private static final RowShape DATA_VIEW = new RowShape("x")
            .text("job_id", "task_id", "role", "party_id", "component_name", "data_name")
            .text("table_name", "table_namespace", "description")
            .number("task_version")
            .datedTime("create_time", "update_time");

    /** What {@link #preview(ResultSet)} reads. */
    private static final String PREVIEW =
            "m.name, m.namespace, m.row_count, m.origin, m.id_delimiter, m.table_schema, m.part_of_data";

    private static final String METRICS = """
            select x.metric_namespace, x.metric_name, x.metric_type, x.metas, x.metric_data
            %s
            order by x.position
            """.formatted(ComponentKey.latestOf("tracking_metric"));

    private static final String OUTPUTS = """
            select x.data_name, %s
            from (select * %s) x
            join storage_table_meta m on m.name = x.table_name and m.namespace = x.table_namespace
            order by x.position
            """.formatted(PREVIEW, ComponentKey.latestOf("tracking_output_data_info"));

    private static final String DATASETS = """
            select t.component_name, t.role, t.party_id, p.parameters
            from task t
            join task_parameters p on p.task_id = t.task_id and p.role = t.role and p.party_id = t.party_id
            where t.job_id = :job and t.task_version = 0 and t.component_module = 'Reader'
            order by t.component_name, t.role, t.party_id
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final ZoneId zone;

    public TrackingQueries(NamedParameterJdbcTemplate jdbc, ZoneId zone) {
        this.jdbc = jdbc;
        this.zone = zone;
    }

    /** An output under its name in the DSL. */
    public record Output(String dataName, TablePreview table) {}

    /** A component's metrics in the order in which it made them. */
    public List<MetricRow> metrics(ComponentKey key) {
        return jdbc.query(
                METRICS,
                key.parameters(),
                (row, number) -> MetricRow.of(
                        row.getString("metric_namespace"),
                        row.getString("metric_name"),
                        row.getString("metric_type"),
                        RowShape.document(row.getString("metas")),
                        RowShape.document(row.getString("metric_data"))));
    }

    /** A component's output tables in the order in which it made them, as long as they are there. */
    public List<Output> outputs(ComponentKey key) {
        return jdbc.query(
                OUTPUTS, key.parameters(), (row, number) -> new Output(row.getString("data_name"), preview(row)));
    }

    /** The beginning of any table of this site. */
    public Optional<TablePreview> preview(String namespace, String name) {
        return jdbc
                .query(
                        "select " + PREVIEW
                                + " from storage_table_meta m where m.namespace = :namespace and m.name = :name",
                        Map.of("namespace", namespace, "name", name),
                        (row, number) -> preview(row))
                .stream()
                .findFirst();
    }

    private static TablePreview preview(ResultSet row) throws SQLException {
        return TablePreview.of(
                row.getString("name"),
                row.getString("namespace"),
                row.getLong("row_count"),
                row.getString("origin"),
                row.getString("id_delimiter"),
                RowShape.document(row.getString("table_schema")),
                RowShape.document(row.getString("part_of_data")));
    }

    /** A component's summary; empty if it made none. */
    public Optional<JsonNode> summary(ComponentKey key) {
        return jdbc
                .query(
                        "select x.summary " + ComponentKey.latestOf("component_summary"),
                        key.parameters(),
                        (row, number) -> RowShape.document(row.getString("summary")))
                .stream()
                .findFirst();
    }

    /**
     * The rows on output tables, those of a component's latest attempt, oldest first.
     *
     * @param filter columns and values, see {@link JobQueries#find}
     */
    public List<ObjectNode> dataView(ObjectNode filter) {
        Criteria criteria = Criteria.of(DATA_VIEW, filter, zone);
        if (criteria.isEmpty()) {
            return List.of();
        }
        criteria.and(ComponentKey.isLatest("tracking_output_data_info"));
        return jdbc.query(
                "select " + DATA_VIEW.selectList() + " from tracking_output_data_info x" + criteria.where()
                        + " order by x.create_time, x.task_id, x.role, x.party_id, x.position",
                criteria.parameters(),
                (row, number) -> DATA_VIEW.read(row, zone));
    }

    /** What a job's Readers were told to read: component, role, party and its parameters. */
    public record Dataset(String component, String role, String partyId, JsonNode table) {}

    public List<Dataset> datasets(String jobId) {
        return jdbc.query(
                DATASETS,
                Map.of("job", jobId),
                (row, number) -> new Dataset(
                        row.getString("component_name"),
                        row.getString("role"),
                        row.getString("party_id"),
                        RowShape.document(row.getString("parameters")).path("table")));
    }

    /**
     * Forgets all metrics of a job.
     *
     * @return how many there were
     */
    public int deleteMetrics(String jobId) {
        return jdbc.update("delete from tracking_metric where job_id = :job", Map.of("job", jobId));
    }
}
