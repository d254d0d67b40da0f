package io.fateflow.engine.contract;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.resource.QueueState;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** How much of a label the jobs of a queue may hold together, on any database. Each job has two parties. */
abstract class QueueLimitContract extends TwoNodesContract {

    @BeforeEach
    void aQueueWithALimit() {
        limit(2);
    }

    @AfterEach
    void whatIsLeasedIsWhatLeasesSay() {
        assertThat(site().doctor().look().stream().filter(finding -> List.of(Rule.NODE_SUM, Rule.BUNDLE_OF_NOBODY)
                        .contains(finding.rule())))
                .isEmpty();
    }

    private void limit(long gpus) {
        site().queues().put(JobQueue.named("small").limitedTo(Map.of("GPU", ResourceQuantity.of(gpus))));
    }

    private static JobFixture small(String resources) {
        return wanting(resources).queue("small");
    }

    private QueueState small() {
        return site().queues().state("small").orElseThrow();
    }

    private void runs(String job) throws InterruptedException {
        List<ExecutorTask> taken = fetchAll("n1", 2);
        assertThat(taken).extracting(ExecutorTask::jobId).containsOnly(job);
        succeed("n1", taken);
        awaitStatus(job, "success");
    }

    @Test
    void whoWaitsForItsQueuesLimitSaysWhoHoldsItAndIsInNoOtherQueuesWay() throws InterruptedException {
        has("n1", "GPU", 8);
        String first = submit(small("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        String second = submit(small("{\"GPU\": 0.5}"));

        assertThat(waiting(second))
                .isEqualTo("guest 9999 needs 0.5 GPU, host 10000 needs 0.5 GPU of nodes at once; queue small may hold 2"
                        + " GPU and holds 2, which is too much with 1 more: job " + first + " has 2");
        assertThat(small().heldLabels().get("GPU")).isEqualTo(ResourceQuantity.of(2));
        assertThat(small().waiting()).isEqualTo(1);
        runs(submit(wanting("{\"GPU\": 1}")));
        succeed("n1", taken);
        awaitStatus(first, "success");
        runs(second);
        assertThat(small().heldLabels().isEmpty()).isTrue();
    }

    @Test
    @Tag("slow")
    void whoWaitsForItsQueuesLimitIsServedWhenThatIsRaisedOrTakenAway() throws InterruptedException {
        has("n1", "GPU", 8);
        String first = submit(small("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        String second = submit(small("{\"GPU\": 1}"));
        waiting(second);
        String third = submit(small("{\"GPU\": 1}"));
        waiting(third);

        limit(4);
        runs(second);
        limit(2);
        String fourth = submit(small("{\"GPU\": 1}"));
        waiting(fourth);
        assertThat(site().queues().reset("small")).isTrue();

        List<ExecutorTask> others = fetchAll("n1", 4);
        assertThat(others).extracting(ExecutorTask::jobId).containsOnly(third, fourth);
        succeed("n1", others);
        succeed("n1", taken);
        List.of(first, third, fourth).forEach(job -> awaitStatus(job, "success"));
    }

    @Test
    @Tag("slow")
    void nobodyTakesAQueueBeyondItsLimitHoweverManyWait() throws InterruptedException {
        has("n1", "GPU", 8);
        List<String> jobs = new ArrayList<>();
        String holder = submit(wanting("{\"GPU\": 4}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        for (int i = 0; i < 4; i++) {
            jobs.add(submit(small("{\"GPU\": 0.5}")));
        }
        jobs.forEach(this::waiting);

        succeed("n1", taken);

        awaitStatus(holder, "success");
        for (int i = 0; i < 2; i++) {
            List<ExecutorTask> two = fetchAll("n1", 4);
            nothingFor("n1");
            assertThat(small().heldLabels().get("GPU")).isEqualTo(ResourceQuantity.of(2));
            succeed("n1", two);
        }
        jobs.forEach(job -> awaitStatus(job, "success"));
    }

    @Test
    @Tag("slow")
    void aCrowdThatWaitsForItsQueuesLimitHidesNobodyOfAnother() throws InterruptedException {
        has("n1", "GPU", 4);
        String first = submit(small("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        String holder = submit(wanting("{\"GPU\": 1}"));
        List<ExecutorTask> held = fetchAll("n1", 2);
        List<String> crowd = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            crowd.add(submit(small("{\"GPU\": 1}")));
        }
        crowd.forEach(this::waiting);
        crowd.forEach(job -> site().jdbc().update("update job set wait_since = 0 where job_id = ?", job));
        String other = submit(wanting("{\"GPU\": 1}"));
        assertThat(waiting(other)).contains("n1 has nothing");

        succeed("n1", held);

        awaitStatus(holder, "success");
        runs(other);
        crowd.forEach(job -> site().jobs().stop(job, "canceled"));
        crowd.forEach(job -> awaitStatus(job, "canceled"));
        succeed("n1", taken);
        awaitStatus(first, "success");
    }

    @Test
    @Tag("slow")
    void whoHasWaitedForTooLongForItsQueuesLimitIsNotPassedWithinItsQueue() throws InterruptedException {
        limit(4);
        has("n1", "GPU", 8);
        String first = submit(small("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        String large = submit(small("{\"GPU\": 2}"));
        waiting(large);
        site().jdbc().update("update job set wait_since = 0 where job_id = ?", large);

        String later = submit(small("{\"GPU\": 1}"));

        assertThat(waiting(later)).contains("job " + large + " has waited longer for some of it, and comes first");
        runs(submit(wanting("{\"GPU\": 2}")));
        succeed("n1", taken);
        awaitStatus(first, "success");
        runs(large);
        runs(later);
    }

    /** What it loses counts for what it takes instead; what comes after that counts anew. */
    @Test
    @Tag("slow")
    void anAttemptThatHasLostItsNodeTakesAnotherWithinTheLimitAndTheNextOneMayHaveToWait() throws InterruptedException {
        has("n1", "GPU", 2);
        String job = submit(aJob().with("a")
                .with("b", "a")
                .with("c", "b")
                .parameter("task_cores", 1)
                .queue("small")
                .resourcesOf("b", "{\"GPU\": 1}")
                .resourcesOf("c", "{\"GPU\": 1}"));
        List<ExecutorTask> first = fetchAll("n2", 2);
        lives("n1", "draining");
        site().lookAtNodes();
        succeed("n2", first);
        await().atMost(LONG_ENOUGH)
                .until(() -> site().placements().reasons(List.of(job)).size() == 2);
        has("n2", "GPU", 2);
        site().lookAtNodes();
        List<ExecutorTask> second = fetchAll("n2", 2);
        limit(0);

        succeed("n2", second);

        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(
                        site().placements().reasons(List.of(job)).values())
                .hasSize(2)
                .allSatisfy(reason -> assertThat(reason)
                        .isEqualTo("it needs 1 GPU; queue small may hold 0 GPU and holds 0, which is too much with 1"
                                + " more: raise its limit, or ask for less")));
        assertThat(site().jdbc().queryForObject("select sum(load) from node_resource", BigDecimal.class))
                .isZero();
        assertThat(site().placements().servable(Long.MAX_VALUE)).isEmpty();
        limit(2);
        succeed("n2", fetchAll("n2", 2));
        awaitStatus(job, "success");
    }

    @Test
    void whatAQueueMayNeverHoldIsRefused() {
        has("n1", "GPU", 8);

        assertThatThrownBy(() -> submit(small("{\"GPU\": 2}")))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2035")
                .hasMessageContaining("need 4 GPU at once, and jobs in queue small may hold 2");
    }

    @Test
    void theDoctorNamesAJobThatNeedsMoreThanItsQueueMayHoldByNow() throws InterruptedException {
        has("n1", "GPU", 2);
        String first = submit(small("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        String second = submit(small("{\"GPU\": 1}"));
        waiting(second);
        assertThat(site().doctor().look()).isEmpty();

        limit(1);

        assertThat(site().doctor().look())
                .singleElement()
                .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.JOB_EXCEEDS_LABEL_LIMIT))
                .satisfies(finding -> assertThat(finding.place()).isEqualTo("job " + second))
                .satisfies(finding -> assertThat(finding.what())
                        .isEqualTo("its parties on this site need 2 GPU at once, and jobs in queue small may hold 1"));
        limit(2);
        assertThat(site().doctor().look()).isEmpty();
        succeed("n1", taken);
        awaitStatus(first, "success");
        runs(second);
    }
}
