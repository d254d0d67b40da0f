package io.fateflow.operations.query;

import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** Finds the tables that this site knows. */
public final class TableQueries {

    private static final RowShape SHAPE = new RowShape("s")
            .text("name", "namespace", "engine", "id_delimiter", "origin", "description")
            .json("address")
            .document("schema", "s.table_schema")
            .flag("have_head", "extend_sid", "auto_increasing_sid", "disabled")
            .number("partitions", "row_count")
            .datedTime("create_time", "update_time");

    private final NamedParameterJdbcTemplate jdbc;
    private final ZoneId zone;

    public TableQueries(NamedParameterJdbcTemplate jdbc, ZoneId zone) {
        this.jdbc = jdbc;
        this.zone = zone;
    }

    /** A table's row: where it is stored, its schema, its size. */
    public Optional<ObjectNode> find(String namespace, String name) {
        return jdbc
                .query(
                        "select " + SHAPE.selectList()
                                + " from storage_table_meta s where s.namespace = :namespace and s.name = :name",
                        Map.of("namespace", namespace, "name", name),
                        (row, number) -> SHAPE.read(row, zone))
                .stream()
                .findFirst();
    }

    /**
     * Those of a name, or all of a namespace, or all that are switched off; the first thousand.
     *
     * @param namespace empty for any
     * @param name empty for any
     */
    public List<TableHistory.Name> named(String namespace, String name, boolean onlyDisabled) {
        return jdbc.query(
                "select s.namespace, s.name from storage_table_meta s where (:namespace = '' or s.namespace ="
                        + " :namespace) and (:name = '' or s.name ="
                        + " :name)" + (onlyDisabled ? " and s.disabled = true" : "")
                        + " order by s.namespace, s.name limit " + Listing.MOST,
                Map.of("namespace", namespace, "name", name),
                (row, number) -> new TableHistory.Name(row.getString(1), row.getString(2)));
    }

    /** Switches a table off or on: no new job may read one that is off. */
    public void disable(TableHistory.Name table, boolean disabled) {
        jdbc.update(
                "update storage_table_meta set disabled = :disabled where namespace = :namespace and name = :name",
                Map.of("disabled", disabled, "namespace", table.namespace(), "name", table.name()));
    }

    /** Whether there is such a table, and it is switched off. */
    public boolean isDisabled(String namespace, String name) {
        return find(namespace, name)
                .filter(row -> row.path("disabled").asBoolean())
                .isPresent();
    }
}
