package io.fateflow.engine.contract;

import java.time.Clock;
import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.resource.EngineConfig;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What one job may ask of a party: no more than its share of the engine. */
final class JobLimitTest {

    private static TestSite site(EngineConfig engine) {
        return TestSite.on(
                Database.H2,
                new EngineSettings(
                        engine,
                        Duration.ofMinutes(10),
                        EngineSettings.standard().silence()),
                Clock.systemUTC());
    }

    @Test
    void aJobMayTakeItsShareOfTheEngineAndNoMore() {
        try (TestSite site = site(new EngineConfig("STANDALONE", "fate_on_standalone", 1, 20, 0, 1, 0.5))) {
            assertThat(site.jobs()
                            .submit(aJob().with("a")
                                    .parameter("task_cores", 5)
                                    .parameter("task_parallelism", 2)
                                    .submission())
                            .jobId())
                    .isNotEmpty();
            assertThatThrownBy(() -> site.jobs()
                            .submit(aJob().with("a")
                                    .parameter("task_cores", 4)
                                    .parameter("task_parallelism", 3)
                                    .submission()))
                    .isInstanceOf(JobRejectedException.class)
                    .hasMessageContaining("12 cores")
                    .hasMessageContaining("10 cores");
        }
    }

    @Test
    void aJobWhosePartiesWantMoreTogetherThanThereIsIsRefused() {
        try (TestSite site = site(new EngineConfig("STANDALONE", "fate_on_standalone", 1, 20, 0, 1, 1))) {
            assertThatThrownBy(() -> site.jobs()
                            .submit(aJob().with("a")
                                    .parameter("task_cores", 11)
                                    .parameter("task_parallelism", 1)
                                    .submission()))
                    .isInstanceOf(JobRejectedException.class)
                    .hasMessageContaining("22 cores together")
                    .hasMessageContaining("STANDALONE has 20 cores");
        }
    }

    @Test
    void eggrollsOwnSettingCanAskForTooMuch() {
        try (TestSite site = site(new EngineConfig("EGGROLL", "fate_on_eggroll", 1, 16, 0, 1, 1))) {
            assertThatThrownBy(() -> site.jobs()
                            .submit(aJob().with("a")
                                    .eggrollProcessorsPerNode(20)
                                    .submission()))
                    .isInstanceOf(JobRejectedException.class)
                    .hasMessageContaining("20 cores of engine EGGROLL")
                    .hasMessageContaining("16 cores");
        }
    }

    @Test
    void sparksExecutorsCountTimesParallelism() {
        try (TestSite site = site(new EngineConfig("SPARK", "fate_on_spark", 2, 20, 0, 1, 1))) {
            String job = site.jobs()
                    .submit(aJob().with("a")
                            .parameter("task_parallelism", 2)
                            .sparkExecutors(2, 4)
                            .submission())
                    .jobId();

            assertThat(site.jdbc()
                            .queryForList(
                                    "select distinct task_cores * gate_slots from job where job_id = ?",
                                    Integer.class,
                                    job))
                    .containsExactly(16);
        }
    }
}
