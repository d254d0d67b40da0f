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

import io.fateflow.database.embedded.InPlaceTables;
import io.fateflow.engine.job.ExpectedDurations;

import static org.assertj.core.api.Assertions.assertThat;

final class QueriesOnH2Test extends QueryContract {

    private static final JdbcConnectionPool POOL =
            JdbcConnectionPool.create("jdbc:h2:mem:queries;DB_CLOSE_DELAY=-1" + InPlaceTables.OPTION, "sa", "");

    @Override
    DataSource dataSource() {
        return POOL;
    }

    /** With an inner join H2 reads the bodies of all jobs, and sorts them, for each page. */
    @Test
    void aPageOfJobsDoesNotBeginWithTheBodiesOfAllJobs() {
        manyJobs();

        List<String> asked = asked(() -> {
            jobs.list(new Listing(RowShape.emptyDocument(), VisibleJobs.ALL, null, 20, 0), "", "");
            new JobOverview(new JdbcTemplate(POOL), () -> (job, reason, engine) -> reason).recent(20);
            newest(List.of());
        });

        assertThat(asked).hasSize(3).allSatisfy(sql -> assertThat(plan(sql)).doesNotContain("JOB_BODY.tableScan"));
    }

    /** By the index of statuses H2 reads all jobs that are so, and sorts them: of this status nearly all are. */
    @Test
    void jobsThatHaveSucceededAreFoundNewestFirst() {
        manyJobs();

        List<String> asked = asked(() -> newest(List.of("success")));

        assertThat(asked).hasSize(1).allSatisfy(sql -> assertThat(plan(sql)).contains("JOB_BY_CREATE_TIME"));
    }

    /** Each job that begins to wait asks: not of all that have ever succeeded. */
    @Test
    void howLongAJobWillRunIsLearnedFromTheNewestOnly() {
        manyJobs();

        List<String> asked = asked(() -> new ExpectedDurations(new JdbcTemplate(POOL)).of(OLD));

        assertThat(asked).hasSize(1).allSatisfy(sql -> assertThat(plan(sql)).contains("JOB_BY_STATUS", "index sorted"));
    }

    private void manyJobs() {
        for (int i = 0; i < 300; i++) {
            aJob("2023020100000000%04d0".formatted(i), NOON + i, "success");
        }
        jdbc.getJdbcOperations().execute("analyze");
    }

    private void newest(List<String> statuses) {
        new JobSearch(jdbc, () -> (job, reason, engine) -> reason, NodeWaits.none())
                .newest(new JobSearch.Filter("", statuses, "", false, "", VisibleJobs.ALL), Optional.empty(), 20);
    }

    /** What H2 is asked of jobs with their bodies. */
    private List<String> asked(Runnable questions) {
        JdbcOperations h2 = jdbc.getJdbcOperations();
        h2.execute("set query_statistics true");
        questions.run();
        List<String> asked = h2.queryForList(
                "select sql_statement from information_schema.query_statistics where sql_statement like '%job_body%'",
                String.class);
        h2.execute("set query_statistics false");
        return asked;
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
