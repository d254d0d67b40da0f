package io.fateflow.engine.contract;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.engine.contract.BreakingDataSource.Victims;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A database that breaks off what it has begun: the engine's steps are repeated until it answers, and lose no try. */
abstract class BrokenConnectionsContract {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(40);

    abstract Database database();

    /** A session that was ended, a statement that took too long, a lock that was not to be had, no connection left. */
    @ParameterizedTest
    @ValueSource(strings = {"57P01", "57014", "55P03", "53300"})
    void aStepThatTheDatabaseBreaksOffLosesNoTry(String state) throws InterruptedException {
        BreakingDataSource[] broken = new BreakingDataSource[1];
        try (TestSite site =
                TestSite.watched(database(), target -> broken[0] = new BreakingDataSource(target, state))) {
            broken[0].breaks(Victims.STEPS);
            String job = site.jobs().submit(aJob().with("a").submission()).jobId();

            await("more often than there are tries").atMost(LONG_ENOUGH).until(() -> broken[0].broken() >= 4);
            assertThat(site.engine()
                            .getManagementService()
                            .createJobQuery()
                            .noRetriesLeft()
                            .count())
                    .isZero();
            assertThat(site.jdbc().queryForList("select distinct retries_ from act_ru_job", Integer.class))
                    .containsExactly(3);
            broken[0].breaks(Victims.NOBODY);

            assertSucceeds(site, job);
        }
    }

    /** Otherwise the step is locked for five minutes, by a node that does nothing about it. */
    @Test
    void thatAStepHasFailedIsWrittenDownOnceTheDatabaseAnswers() throws InterruptedException {
        BreakingDataSource[] broken = new BreakingDataSource[1];
        try (TestSite site =
                TestSite.watched(database(), target -> broken[0] = new BreakingDataSource(target, "08006"))) {
            broken[0].breaks(Victims.STEPS);
            String job = site.jobs().submit(aJob().with("a").submission()).jobId();
            await("a step has failed").atMost(LONG_ENOUGH).until(() -> broken[0].broken() >= 1);
            broken[0].breaks(Victims.NOBODY);
            await("it is begun again").atMost(LONG_ENOUGH).until(() -> locked(site) == 0);
            broken[0].breaks(Victims.EVERYBODY);
            int before = broken[0].broken();
            await("nobody gets anything").atMost(LONG_ENOUGH).until(() -> broken[0].broken() > before + 5);
            broken[0].breaks(Victims.NOBODY);

            assertSucceeds(site, job);
        }
    }

    /** The engine's thread catches exceptions only. */
    @Test
    void whoLooksForDueJobsGoesOnAfterAnError() throws InterruptedException {
        BreakingDataSource[] broken = new BreakingDataSource[1];
        try (TestSite site = TestSite.watched(database(), target -> broken[0] = new BreakingDataSource(target, ""))) {
            broken[0].breaks(Victims.LOOKS);
            await("it looks again").atMost(LONG_ENOUGH).until(() -> broken[0].broken() >= 2);
            broken[0].breaks(Victims.NOBODY);

            assertSucceeds(
                    site, site.jobs().submit(aJob().with("a").submission()).jobId());
        }
    }

    private static int locked(TestSite site) {
        return site.jdbc()
                .queryForObject("select count(*) from act_ru_job where lock_owner_ is not null", Integer.class);
    }

    private static void assertSucceeds(TestSite site, String job) throws InterruptedException {
        try (TestWorker worker = TestWorker.succeeding(site)) {
            await().atMost(LONG_ENOUGH).until(() -> "success".equals(site.jobStatus(job)));
            assertThat(worker.troubles()).isEmpty();
        }
        assertThat(site.engine().getRuntimeService().createIncidentQuery().count())
                .isZero();
        Invariants.assertNothingIsLeft(site);
    }
}
