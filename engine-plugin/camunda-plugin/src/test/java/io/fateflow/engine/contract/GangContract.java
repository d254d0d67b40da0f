package io.fateflow.engine.contract;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What jobs of two parties have of nodes for as long as they run, all at once or nothing, on any database. */
abstract class GangContract extends TwoNodesContract {

    @AfterEach
    void whatIsLeasedIsWhatLeasesSay() {
        assertThat(site().doctor().look().stream()
                        .filter(finding -> List.of(Rule.NODE_SUM, Rule.UNIT_SHARED_TWICE, Rule.BUNDLE_OF_NOBODY)
                                .contains(finding.rule())))
                .isEmpty();
    }

    private List<String> held(String job) {
        return site().jdbc()
                .queryForList(
                        "select distinct l.kind from resource_lease l where l.job_id = ? order by l.kind",
                        String.class,
                        job);
    }

    /** By node, how much of all GPUs is leased. */
    private int leased(String node) {
        Integer sum = site().jdbc()
                .queryForObject(
                        "select cast(coalesce(sum(leased), 0) as integer) from node_resource where node_name = ?",
                        Integer.class,
                        node);
        return sum == null ? 0 : sum;
    }

    @Test
    void aJobThatCantHaveAllOfItAtBothPartiesHasNothingAndSaysWhereWhatIsMissing() throws InterruptedException {
        has("n1", "GPU", 1);

        String job = submit(wanting("{\"GPU\": 1}"));

        assertThat(waiting(job))
                .startsWith("guest 9999 needs 1 GPU, host 10000 needs 1 GPU of nodes at once; guest 9999: ")
                .contains("n1 has 1 GPU");
        assertThat(held(job)).isEmpty();
        has("n2", "GPU", 1);
        List<ExecutorTask> taken = fetchAll("n1", 1);
        List<ExecutorTask> other = fetchAll("n2", 1);
        succeed("n1", taken);
        succeed("n2", other);
        awaitStatus(job, "success");
    }

    @Test
    void aJobThatWaitsForNodesIsWokenByTheEndOfAnother() throws InterruptedException {
        has("n1", "GPU", 2);
        String first = submit(wanting("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        String second = submit(wanting("{\"GPU\": 1}"));
        assertThat(waiting(second)).contains("it needs 1 GPU, and no node has that free: n1 has nothing");
        assertThat(held(second)).isEmpty();

        succeed("n1", taken);

        awaitStatus(first, "success");
        succeed("n1", fetchAll("n1", 2));
        awaitStatus(second, "success");
    }

    @Test
    void whatAComponentHadIsTheNextOnesWithoutAnybodyBetween() throws InterruptedException {
        has("n1", "GPU", 4);
        String job = submit(aJob().with("a")
                .with("b", "a")
                .parameter("task_cores", 1)
                .resourcesOf("a", "{\"GPU\": 1}")
                .resourcesOf("b", "{\"GPU\": 2}"));
        List<ExecutorTask> first = fetchAll("n1", 2);
        assertThat(leased("n1")).isEqualTo(4);
        String other = submit(wanting("{\"GPU\": 1}"));
        assertThat(waiting(other)).contains("n1 has nothing");

        succeed("n1", first);
        List<ExecutorTask> second = fetchAll("n1", 2);

        assertThat(second).extracting(ExecutorTask::componentName).containsOnly("b");
        assertThat(second).allSatisfy(task -> assertThat(
                        task.config().at("/resources/labels/GPU/ids").size())
                .isEqualTo(2));
        assertThat(leased("n1")).isEqualTo(4);
        succeed("n1", second);
        awaitStatus(job, "success");
        succeed("n1", fetchAll("n1", 2));
        awaitStatus(other, "success");
        assertThat(leased("n1")).isZero();
    }

    /** Each of the two would have one party's half, if they took what they get. */
    @Test
    void twoThatWantTheSameAtBothPartiesRunOneAfterTheOther() throws InterruptedException {
        has("n1", "GPU", 1);
        has("n2", "GPU", 1);
        List<String> jobs = List.of(submit(wanting("{\"GPU\": 1}")), submit(wanting("{\"GPU\": 1}")));

        for (int i = 0; i < 2; i++) {
            List<ExecutorTask> one = fetchAll("n1", 1);
            List<ExecutorTask> other = fetchAll("n2", 1);
            assertThat(one.get(0).jobId()).isEqualTo(other.get(0).jobId());
            succeed("n1", one);
            succeed("n2", other);
        }
        jobs.forEach(job -> awaitStatus(job, "success"));
    }

    @Test
    void aJobThatWaitsForNodesKeepsNoCoresFromOthers() throws InterruptedException {
        String waits = submit(aJob().with("a").parameter("task_cores", 4).resources("{\"GPU\": 1}"));
        waiting(waits);

        String other = submit(aJob().with("a").parameter("task_cores", 5));

        succeed("n1", fetchAll("n1", 2));
        awaitStatus(other, "success");
        site().jobs().stop(waits, "canceled");
        awaitStatus(waits, "canceled");
    }

    @Test
    void aJobThatHasItsNodesAndNoCoresHasNothing() throws InterruptedException {
        has("n1", "GPU", 2);
        String holder = submit(aJob().with("a").parameter("task_cores", 10));
        List<ExecutorTask> taken = fetchAll("n2", 2);

        String job = submit(wanting("{\"GPU\": 1}"));

        assertThat(waiting(job)).contains("cores");
        assertThat(held(job)).isEmpty();
        assertThat(leased("n1")).isZero();
        succeed("n2", taken);
        awaitStatus(holder, "success");
        succeed("n1", fetchAll("n1", 2));
        awaitStatus(job, "success");
    }

    @Test
    void aRerunTakesWhatIsStillToRun() throws InterruptedException {
        has("n1", "GPU", 4);
        String job = submit(aJob().with("a")
                .with("b", "a")
                .parameter("task_cores", 1)
                .resourcesOf("a", "{\"GPU\": 2}")
                .resourcesOf("b", "{\"GPU\": 1}"));
        succeed("n1", fetchAll("n1", 2));
        fetchAll("n1", 2).forEach(task -> site().executorTasks().complete("n1:1", task.id(), TestWorker.failed("no")));
        awaitStatus(job, "failed");
        await().atMost(LONG_ENOUGH).until(() -> held(job).isEmpty());
        assertThat(leased("n1")).isZero();

        site().jobs().rerun(job, List.of(), false);

        List<ExecutorTask> again = fetchAll("n1", 2);
        assertThat(leased("n1")).isEqualTo(2);
        succeed("n1", again);
        awaitStatus(job, "success");
    }

    @Test
    void whatNobodyUsesLeavesANodeThatDiesForTheNextComponent() throws InterruptedException {
        has("n1", "GPU", 2);
        String job = submit(
                aJob().with("a").with("b", "a").parameter("task_cores", 1).resourcesOf("b", "{\"GPU\": 1}"));
        List<ExecutorTask> first = fetchAll("n2", 2);
        has("n2", "GPU", 2);

        lives("n1", "draining");
        site().lookAtNodes();

        assertThat(leased("n1")).isZero();
        assertThat(leased("n2")).isEqualTo(2);
        succeed("n2", first);
        succeed("n2", fetchAll("n2", 2));
        awaitStatus(job, "success");
    }

    @Test
    void anAttemptWhoseJobsShareCantMoveWaitsForANodeAndRunsThere() throws InterruptedException {
        has("n1", "GPU", 2);
        String job = submit(
                aJob().with("a").with("b", "a").parameter("task_cores", 1).resourcesOf("b", "{\"GPU\": 1}"));
        List<ExecutorTask> first = fetchAll("n2", 2);
        lives("n1", "draining");
        site().lookAtNodes();
        succeed("n2", first);
        await().atMost(LONG_ENOUGH)
                .until(() -> site().placements().reasons(List.of(job)).size() == 2);
        nothingFor("n1");

        has("n2", "GPU", 2);
        site().lookAtNodes();

        succeed("n2", fetchAll("n2", 2));
        awaitStatus(job, "success");
        assertThat(held(job)).isEmpty();
    }

    @Test
    void whoWaitsForTooLongForWhatAnOlderJobHasGivesTheRestBackAndWaitsAsAJob() throws InterruptedException {
        has("n2", "GPU", 2);
        String older = submit(wanting("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n2", 2);
        has("n1", "GPU", 2);
        String younger = submit(
                aJob().with("a").with("b", "a").parameter("task_cores", 1).resourcesOf("b", "{\"GPU\": 1}"));
        List<ExecutorTask> first = fetchAll("n1", 2);
        lives("n1", "draining");
        site().lookAtNodes();
        succeed("n1", first);
        await().atMost(LONG_ENOUGH)
                .until(() -> site().placements().reasons(List.of(younger)).size() == 2);
        site().queues().look();
        assertThat(held(younger)).contains("bundle");

        site().jdbc().update("update placement_queue set since_time = 0");
        site().queues().look();

        assertThat(waiting(younger)).contains("n2 has nothing");
        assertThat(held(younger)).isEmpty();
        succeed("n2", taken);
        awaitStatus(older, "success");
        List<ExecutorTask> second = fetchAll("n2", 2);
        assertThat(second).extracting(ExecutorTask::componentName).containsOnly("b");
        succeed("n2", second);
        awaitStatus(younger, "success");
    }

    @Test
    void theDoctorGivesBackWhatNobodyOwns() throws InterruptedException {
        has("n1", "GPU", 2);
        String job = submit(wanting("{\"GPU\": 1}"));
        List<ExecutorTask> taken = fetchAll("n1", 2);
        succeed("n1", taken);
        awaitStatus(job, "success");
        site().jdbc()
                .update(
                        "insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version,"
                                + " engine_type, engine_name, cores, memory, slots, fencing_token, since_time, demand,"
                                + " node_name, components) values ('left', 'bundle', ?, 'guest', '9999', '', 0, '', '', 0,"
                                + " 0, 0, 0, 0, ?, 'n1', ?)",
                        job,
                        "{\"resources\":{\"GPU\":\"2\"},\"placement\":\"pack\"}",
                        "[\"a\"]");
        site().jdbc()
                .update("insert into lease_resource (lease_id, node_name, label, unit_id, amount)"
                        + " values ('left', 'n1', 'GPU', 0, 1), ('left', 'n1', 'GPU', 1, 1)");
        site().jdbc().update("update node_resource set leased = 2 where node_name = 'n1'");
        String waits = submit(wanting("{\"GPU\": 1}"));
        waiting(waits);

        List<Finding> found = site().doctor().look().stream()
                .filter(finding -> finding.rule() == Rule.BUNDLE_OF_NOBODY)
                .toList();

        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.place()).isEqualTo("job " + job + " guest 9999");
            assertThat(site().repairs().carryOut(finding)).isTrue();
            assertThat(site().repairs().carryOut(finding)).isFalse();
        });
        succeed("n1", fetchAll("n1", 2));
        awaitStatus(waits, "success");
    }
}
