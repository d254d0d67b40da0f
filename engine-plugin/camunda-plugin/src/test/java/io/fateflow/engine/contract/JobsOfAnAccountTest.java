package io.fateflow.engine.contract;

import java.time.Clock;

import org.junit.jupiter.api.Test;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.job.JobLimits;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.plugin.EngineSettings;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How many jobs one account may have that wait or run. */
final class JobsOfAnAccountTest {

    @Test
    void anAccountMayHaveItsNumberOfJobsAndAnotherOneWhenOneHasEnded() {
        JobLimits limits = account -> account.equals("alice") ? 2 : 0;
        try (TestSite site =
                TestSite.on(Database.H2, EngineSettings.standard().with(limits), Clock.systemUTC())) {
            String first = submit(site, "alice");
            submit(site, "alice");

            assertThatThrownBy(() -> submit(site, "alice"))
                    .isInstanceOf(JobRejectedException.class)
                    .hasMessageContaining("FFB-5031")
                    .hasMessageContaining("alice has 2 jobs");
            assertThat(submit(site, "bob")).isNotEmpty();

            site.jobs().stop(first, "canceled");

            assertThat(submit(site, "alice")).isNotEmpty();
        }
    }

    private static String submit(TestSite site, String account) {
        try (CurrentActor.Scope acting = site.engine().currentActor().as(new Actor(account, "192.0.2.1"))) {
            return site.jobs().submit(aJob().with("a").submission()).jobId();
        }
    }
}
