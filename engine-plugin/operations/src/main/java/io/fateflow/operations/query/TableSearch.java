package io.fateflow.operations.query;

import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** Finds this site's uploaded tables. */
public final class TableSearch {

    /** No answer has more tables. */
    public static final int MOST = 200;

    private final NamedParameterJdbcTemplate jdbc;

    public TableSearch(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** A table of this site; time is epoch milliseconds. */
    public record Table(String namespace, String name, long rows, String origin, long time) {}

    /** Those whose name or namespace has a text in it, newest first. */
    public List<Table> having(String text) {
        String escaped = text.strip().replace("!", "!!").replace("%", "!%").replace("_", "!_");
        return jdbc.query(
                "select namespace, name, row_count, origin, create_time from storage_table_meta where origin <> 'output'"
                        + " and (name like :text escape '!' or namespace like :text escape '!')"
                        + " order by create_time desc limit " + MOST,
                Map.of("text", "%" + escaped + "%"),
                (row, number) -> new Table(
                        row.getString(1), row.getString(2), row.getLong(3), row.getString(4), row.getLong(5)));
    }
}
