package io.fateflow.operations.doctor;

import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/**
 * One rule's look at the database: a single statement, so that it sees one moment even where the transaction does not.
 * What two statements would compare, a busy site may have changed in between.
 *
 * @param sql its last parameter is how many rows are wanted
 * @param times epoch milliseconds that go before it
 */
record Check(Rule rule, String sql, List<Object> times, RowMapper<Finding> finding) {

    private static final int MOST = 100;

    /**
     * Of jobs all of whose parties are on this site: what another site does to its part arrives here in calls of its own, so
     * that the rows of a job may be apart for a while.
     */
    static String allHere(String alias) {
        return " not exists (select 1 from task f where f.job_id = " + alias
                + ".job_id and f.run_on_this_party = false)";
    }

    static Check of(Rule rule, String sql, RowMapper<Finding> finding) {
        return new Check(rule, sql, List.of(), finding);
    }

    List<Finding> look(JdbcTemplate jdbc) {
        Object[] values = new Object[times.size() + 1];
        for (int i = 0; i < times.size(); i++) {
            values[i] = times.get(i);
        }
        values[times.size()] = MOST;
        return jdbc.query(sql + " limit ?", finding, values);
    }
}
