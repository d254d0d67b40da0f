package io.fateflow.webapp.job;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import io.fateflow.engine.job.JobBody;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.operations.query.JobOverview;
import io.fateflow.operations.query.JobQueries;
import io.fateflow.webapp.TestJobs;

import static org.assertj.core.api.Assertions.assertThat;

/** What Cockpit's list says of jobs of several sites. */
final class ListedJobsTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    private final SingleConnectionDataSource database =
            new SingleConnectionDataSource("jdbc:h2:mem:listed", "sa", "", true);
    private final JdbcTemplate jdbc = new JdbcTemplate(database);
    private final JobStore store = new JobStore(jdbc, CLOCK);
    private final PartyDirectory directory = new PartyDirectory(new Routes(9999, Map.of(), null), CLOCK);

    @BeforeEach
    void tables() {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/fateflow")
                .load()
                .migrate();
    }

    @AfterEach
    void close() {
        database.destroy();
    }

    @Test
    void aRunningJobNamesTheSiteThatDoesNotAnswer() {
        job("202603010000000000010", JobStatus.RUNNING, "MULTIPLE");
        job("202603010000000000020", JobStatus.RUNNING, "SINGLE");
        job("202603010000000000030", JobStatus.SUCCESS, "MULTIPLE");
        directory.silent(10000, "connection refused");

        assertThat(listed().newest(null))
                .satisfiesExactly(
                        ended -> assertThat(ended.waitReason()).isNull(),
                        ofOneSite -> assertThat(ofOneSite.waitReason()).isNull(),
                        hanging -> assertThat(hanging.waitReason())
                                .isEqualTo(
                                        "host 10000 can't be reached since 2026-03-01T10:00:00Z: connection refused"));
    }

    @Test
    void withAllSitesThereNothingIsSaid() {
        job("202603010000000000010", JobStatus.RUNNING, "MULTIPLE");

        assertThat(listed().newest(null)).singleElement().satisfies(job -> assertThat(job.waitReason())
                .isNull());
    }

    private ListedJobs listed() {
        return new ListedJobs(
                new JobOverview(jdbc, () -> (job, reason, engine) -> reason),
                new JobQueries(new NamedParameterJdbcTemplate(jdbc), CLOCK),
                new UnreachableSites(Optional.of(directory)));
    }

    private void job(String jobId, JobStatus status, String mode) {
        String conf = "{\"job_parameters\":{\"common\":{\"federated_mode\":\"%s\"}}}".formatted(mode);
        store.bodies().insert(new JobBody(jobId, "{}", conf, "{}", ""));
        store.insert(List.of(TestJobs.at(TestJobs.GUEST, jobId, status)));
    }
}
