package io.fateflow.operations.doctor;

import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One rule's look at the database: a single statement, so that it sees one moment even where the transaction does not.
 * What two statements would compare, a busy site may have changed in between.
 *
 * @param sql without its limit, which is the same for all
 * @param values of the statement, by name
 */
record Check(Rule rule, String sql, Map<String, ?> values, RowMapper<Finding> finding) {

    static final int MOST = 100;

    static Check of(Rule rule, String sql, RowMapper<Finding> finding) {
        return new Check(rule, sql, Map.of(), finding);
    }

    /** @param recent since when jobs were made that are looked at although they have ended, epoch milliseconds */
    List<Finding> look(JdbcClient jdbc, long recent) {
        return jdbc.sql(sql + " limit :most")
                .params(values)
                .param("recent", recent)
                .param("most", MOST)
                .query(finding)
                .list();
    }
}
