package io.fateflow.operations.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Finds this site's uploaded tables. */
public final class TableSearch {

    /** No answer has more tables. */
    public static final int MOST = 200;

    private final JdbcClient jdbc;

    public TableSearch(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = JdbcClient.create(jdbc);
    }

    /** A table of this site; time is epoch milliseconds, the project is empty if it is of none. */
    public record Table(String namespace, String name, long rows, String origin, long time, String project) {}

    /**
     * Those whose name or namespace has a text in it, newest first.
     *
     * @param visible the tables of the projects of which it has all
     */
    public List<Table> having(String text, VisibleJobs visible) {
        return jdbc.sql("""
                select namespace, name, row_count, origin, create_time, project
                from storage_table_meta
                where origin <> 'output' and (name like :text escape '!' or namespace like :text escape '!')
                    and (:all = true or project in (:projects))
                order by create_time desc
                limit :most
                """)
                .param("all", visible.all())
                // an empty list is no SQL; no table has a project of that name
                .param("projects", visible.projects().isEmpty() ? Set.of("-") : visible.projects())
                .param("text", Criteria.containing(text.strip()))
                .param("most", MOST)
                .query(TableSearch::table)
                .list();
    }

    private static Table table(ResultSet row, int number) throws SQLException {
        return new Table(
                row.getString("namespace"),
                row.getString("name"),
                row.getLong("row_count"),
                row.getString("origin"),
                row.getLong("create_time"),
                row.getString("project"));
    }
}
