package io.fateflow.operations.doctor;

import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One rule's look at the database: a single statement, so that it sees one moment even where the transaction does not.
 * What two statements would compare, a busy site may have changed in between.
 *
 * @param sql without a limit: see {@link #client}
 * @param values of the statement, by name
 */
record Check(Rule rule, String sql, Map<String, ?> values, RowMapper<Finding> finding) {

    static final int MOST = 100;

    static Check of(Rule rule, String sql, RowMapper<Finding> finding) {
        return new Check(rule, sql, Map.of(), finding);
    }

    /**
     * Reads {@link #MOST} rows at most, without a word of it in the SQL: with a limit PostgreSQL looks for a plan that comes to
     * the first rows soon, and of what a check looks for there are hardly ever any. With 1,000,000 tasks it went on for minutes.
     */
    static JdbcClient client(DataSource dataSource) {
        JdbcTemplate some = new JdbcTemplate(dataSource);
        some.setMaxRows(MOST);
        return JdbcClient.create(some);
    }

    /** Whether it looks at jobs that have ended, too. */
    boolean isOfRecent() {
        return sql.contains(":recent");
    }

    /** @param recent since when jobs were made that are looked at although they have ended, epoch milliseconds */
    List<Finding> look(JdbcClient jdbc, long recent) {
        return jdbc.sql(sql)
                .params(values)
                .param("recent", recent)
                .query(finding)
                .list();
    }
}
