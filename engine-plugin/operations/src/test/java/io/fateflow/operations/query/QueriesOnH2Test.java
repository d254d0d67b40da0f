package io.fateflow.operations.query;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

final class QueriesOnH2Test extends QueryContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:queries;DB_CLOSE_DELAY=-1", "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }

    /** With an inner join H2 reads the bodies of all jobs, and sorts them, for each page. */
    @Test
    void aPageOfJobsDoesNotBeginWithTheBodiesOfAllJobs() {
        for (int i = 0; i < 300; i++) {
            aJob("2023020100000000%04d0".formatted(i), NOON + i, "success");
        }
        JdbcOperations h2 = jdbc.getJdbcOperations();
        h2.execute("analyze");
        h2.execute("set query_statistics true");

        jobs.list(new Listing(RowShape.emptyDocument(), VisibleJobs.ALL, null, 20, 0), "", "");
        new JobOverview(new JdbcTemplate(POOL), () -> (job, reason, engine) -> reason).recent(20);
        new JobSearch(jdbc, () -> (job, reason, engine) -> reason, NodeWaits.none())
                .newest(new JobSearch.Filter("", List.of(), "", false, "", VisibleJobs.ALL), Optional.empty(), 20);

        List<String> asked = h2.queryForList(
                "select sql_statement from information_schema.query_statistics where sql_statement like '%job_body%'",
                String.class);
        h2.execute("set query_statistics false");
        assertThat(asked).hasSize(3).allSatisfy(sql -> assertThat(plan(sql)).doesNotContain("JOB_BODY.tableScan"));
    }

    private String plan(String sql) {
        return Objects.requireNonNull(
                jdbc.getJdbcOperations().query("explain " + sql, QueriesOnH2Test::setNumbers, rows -> {
                    rows.next();
                    return rows.getString(1);
                }));
    }

    private static void setNumbers(PreparedStatement statement) throws SQLException {
        for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
            statement.setInt(i, 20);
        }
    }
}
