package io.fateflow.operations.query;

import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds the tables that this site knows. */
public final class TableQueries {

    private static final RowShape SHAPE = new RowShape("s")
            .text("name", "namespace", "engine", "id_delimiter", "origin", "description", "project")
            .json("address")
            .document("schema", "s.table_schema")
            .flag("have_head", "extend_sid", "auto_increasing_sid", "disabled")
            .number("partitions", "row_count")
            .datedTime("create_time", "update_time");

    private static final String FIND = """
            select %s
            from storage_table_meta s
            where s.namespace = :namespace and s.name = :name
            """.formatted(SHAPE.selectList());

    private static final String NAMED = """
            select s.namespace, s.name
            from storage_table_meta s
            where (:namespace = '' or s.namespace = :namespace) and (:name = '' or s.name = :name) %s
            order by s.namespace, s.name
            limit :most
            """;

    private final JdbcClient jdbc;
    private final ZoneId zone;

    public TableQueries(NamedParameterJdbcTemplate jdbc, ZoneId zone) {
        this.jdbc = JdbcClient.create(jdbc);
        this.zone = zone;
    }

    /** A table's row: where it is stored, its schema, its size. */
    public Optional<ObjectNode> find(String namespace, String name) {
        return jdbc
                .sql(FIND)
                .param("namespace", namespace)
                .param("name", name)
                .query((row, number) -> {
                    ObjectNode table = SHAPE.read(row, zone);
                    table.set("schema", TableSchemas.shown(table.path("schema")));
                    return table;
                })
                .list()
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
        return jdbc.sql(NAMED.formatted(onlyDisabled ? "and s.disabled = true" : ""))
                .param("namespace", namespace)
                .param("name", name)
                .param("most", Listing.MOST)
                .query((row, number) -> new TableHistory.Name(row.getString("namespace"), row.getString("name")))
                .list();
    }

    /** A table, and the project that it is of; empty if of none. */
    public record Owned(TableHistory.Name table, String project) {}

    /** Tables whose namespace and name are both among some texts: those that the texts could mean. */
    public List<Owned> meantBy(Collection<String> texts) {
        return texts.isEmpty()
                ? List.of()
                : jdbc.sql("""
                        select namespace, name, project
                        from storage_table_meta
                        where namespace in (:texts) and name in (:texts)
                        """)
                        .param("texts", texts)
                        .query((row, number) -> new Owned(
                                new TableHistory.Name(row.getString("namespace"), row.getString("name")),
                                row.getString("project")))
                        .list();
    }

    /** Switches a table off or on: no new job may read one that is off. */
    public void disable(TableHistory.Name table, boolean disabled) {
        jdbc.sql("update storage_table_meta set disabled = :disabled where namespace = :namespace and name = :name")
                .param("disabled", disabled)
                .param("namespace", table.namespace())
                .param("name", table.name())
                .update();
    }

    /** Whether there is such a table, and it is switched off. */
    public boolean isDisabled(String namespace, String name) {
        return find(namespace, name)
                .filter(row -> row.path("disabled").asBoolean())
                .isPresent();
    }
}
