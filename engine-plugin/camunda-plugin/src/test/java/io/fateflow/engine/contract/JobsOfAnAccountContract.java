package io.fateflow.engine.contract;

import java.time.Clock;

import org.junit.jupiter.api.Test;

import io.fateflow.engine.job.JobLimits;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.plugin.EngineSettings;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** How many jobs one account may have that wait or run. */
abstract class JobsOfAnAccountContract {

    abstract Database database();

    @Test
    void anAccountMayHaveItsNumberOfJobsAndAnotherOneWhenOneHasEnded() {
        JobLimits limits = account -> account.equals("alice") ? 2 : 0;
        try (TestSite site = TestSite.on(database(), EngineSettings.standard().with(limits), Clock.systemUTC())) {
            String first = submit(site, "alice");
            submit(site, "alice");

            assertThatThrownBy(() -> submit(site, "alice"))
                    .isInstanceOf(JobRejectedException.class)
                    .hasMessageContaining("FFB-5031")
                    .hasMessageContaining("alice has 2 jobs");
            assertThat(submit(site, "bob")).isNotEmpty();

            site.jobs().stop(first, "canceled");

            await().ignoreExceptionsInstanceOf(JobRejectedException.class)
                    .untilAsserted(() -> assertThat(submit(site, "alice")).isNotEmpty());
        }
    }

    private static String submit(TestSite site, String account) {
        JobFixture job = aJob().with("a");
        return site.jobs()
                .submit(new JobSubmission(job.dsl(), job.conf(), account))
                .jobId();
    }
}
