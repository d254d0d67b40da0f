package io.fateflow.operations.query;

import java.time.ZoneId;
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
}
