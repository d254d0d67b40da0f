package io.fateflow.engine.contract;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.operations.query.ComponentUsage;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.SparkOptions;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Which worker gets which attempt, and what one says that waits for a node, on any database. */
abstract class PlacementContract extends TwoNodesContract {

    private List<ExecutorTask> fetch(String node, int count) throws InterruptedException {
        List<ExecutorTask> taken =
                site().executorTasks().fetch(node + ":1", count, count == 0 ? NOT_LONG : LONG_ENOUGH);
        assertThat(taken).hasSize(count);
        return taken;
    }

    @Test
    void anAttemptThatNeedsWhatOneNodeHasRunsThereAndNowhereElse() throws InterruptedException {
        has("n2", "GPU", 2);
        String job = submit(wanting("{\"GPU\": 1}"));

        awaitStatus(job, "running");
        await().atMost(LONG_ENOUGH)
                .until(() -> site().jdbc()
                                .queryForObject(
                                        "select count(*) from resource_lease where node_name = 'n2' and kind = 'task'",
                                        Integer.class)
                        == 2);
        nothingFor("n1");
        succeed("n2", fetch("n2", 2));
        awaitStatus(job, "success");
    }

    @Test
    void aJobThatNoNodeCouldServeWaitsUntilOneGrows() throws InterruptedException {
        has("n1", "GPU", 1);
        String job = submit(wanting("{\"license/gurobi\": 1}"));
        assertThat(waiting(job))
                .endsWith("it needs 1 license/gurobi, and no node has the label license/gurobi; there are GPU");

        has("n2", "license/gurobi", 2);

        nothingFor("n1");
        succeed("n2", fetchAll("n2", 2));
        awaitStatus(job, "success");
    }

    @Test
    void aJobThatIsStoppedWhileItWaitsForNodesLeavesNothing() {
        has("n1", "GPU", 1);
        String job = submit(wanting("{\"GPU\": 2}"));
        assertThat(waiting(job)).isNotEmpty();

        site().jobs().stop(job, "canceled");

        awaitStatus(job, "canceled");
        assertThat(site().jdbc().queryForObject("select count(*) from resource_lease", Integer.class))
                .isZero();
    }

    @Test
    void aJobWhoseDemandWasChangedRunsWithTheNewOne() throws InterruptedException {
        has("n1", "GPU", 1);
        String job = submit(wanting("{\"GPU\": 2}"));
        assertThat(waiting(job)).isNotEmpty();
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");
        ObjectNode changed = JsonNodeFactory.instance.objectNode();
        changed.putObject("common").putObject("resources").put("GPU", 0.5);

        site().jobs().updateParameters(job, changed, JsonNodeFactory.instance.objectNode());
        site().jobs().rerun(job, List.of(), false);

        succeed("n1", fetchAll("n1", 2));
        awaitStatus(job, "success");
    }

    @Test
    void whatAComponentAsksForCountsBeforeWhatItsJobAsksFor() throws InterruptedException {
        has("n1", "GPU", 4);
        has("n1", "CPU", 8);
        String job = submit(aJob().with("a")
                .parameter("task_cores", 1)
                .resources("{\"GPU\": 1}")
                .resourcesOf("a", "{\"GPU\": 0, \"CPU\": 3}"));

        List<ExecutorTask> taken = fetchAll("n1", 2);

        assertThat(site().jdbc()
                        .queryForList(
                                "select label || ' ' || cast(amount as integer) from lease_resource", String.class))
                .containsExactly("CPU 3", "CPU 3");
        assertThat(site().jdbc()
                        .queryForList(
                                "select cast(cores as integer) from resource_lease where kind = 'task'", Integer.class))
                .containsExactly(3, 3);
        succeed("n1", taken);
        awaitStatus(job, "success");
    }

    @Test
    void whatRunsOnSparkIsPlacedWhereSparkIsAndHasAllItsExecutorsCoresAndMemory() throws InterruptedException {
        has("n1", "CPU", 8);
        has("n1", "memory", 16_384);
        String job = submit(
                aJob().with("a").parameter("task_cores", 1).sparkExecutors(3, 2).onSpark("a"));
        assertThat(waiting(job)).contains("spark/cores");
        has("n2", "CPU", 2);
        has("n2", "memory", 4096);
        has("n2", "spark/cores", 12);
        has("n2", "spark/memory", 6144);

        List<ExecutorTask> taken = fetchAll("n2", 2);

        assertThat(taken)
                .extracting(task -> SparkOptions.of(task.config()))
                .containsOnly(Optional.of(new SparkOptions(3, 2, 1024, 1024, Map.of())));
        assertThat(site().jdbc()
                        .queryForList(
                                "select label || ' ' || cast(sum(amount) as integer) from lease_resource"
                                        + " group by label order by label",
                                String.class))
                .containsExactly("CPU 2", "memory 2816", "spark/cores 12", "spark/memory 6144");
        succeed("n2", taken);
        awaitStatus(job, "success");
        assertThat(site().jdbc().queryForObject("select count(*) from lease_resource", Integer.class))
                .isZero();
    }

    @Test
    void affinityGoesWhereTheInputWasMade() throws InterruptedException {
        has("n1", "CPU", 4);
        has("n2", "CPU", 8);
        String job = submit(aJob().with("a")
                .with("b", "a")
                .parameter("task_cores", 1)
                .placement("affinity")
                .resources("{\"CPU\": 1}")
                .resourcesOf("a", "{\"FPGA\": 1}"));
        has("n1", "FPGA", 2);

        succeed("n1", fetchAll("n1", 2));
        List<ExecutorTask> second = fetchAll("n1", 2);

        assertThat(second).extracting(ExecutorTask::componentName).containsOnly("b");
        succeed("n1", second);
        awaitStatus(job, "success");
    }

    @Test
    void warnsOfWhatNoNodeHas() {
        has("n1", "GPU", 1);
        SubmittedJob job = site().jobs()
                .submit(wanting("{\"GPUs\": 1, \"GPU\": 2, \"CPU\": 0}").submission());

        assertThat(job.warnings()).extracting(Problem::id).containsExactly("FFB-2025", "FFB-2024");
        assertThat(job.warnings().get(0).message()).contains("2 GPU", "has is 1");
        assertThat(job.warnings().get(1).message()).contains("no node of this site has the label GPUs", "GPU?");
        assertThat(job.warnings().get(1).pointer()).isEqualTo("/job_parameters/common/resources/GPUs");
        site().jobs().stop(job.jobId(), "canceled");
        awaitStatus(job.jobId(), "canceled");
    }

    /** Jobs of one component that have succeeded, each of whose attempts is said to have used so much. */
    private void haveUsed(int jobs, long megabytes, double cores) throws InterruptedException {
        for (int i = 0; i < jobs; i++) {
            String job = submit(aJob().with("a").parameter("task_cores", 1));
            succeed("n1", fetchAll("n1", 2));
            awaitStatus(job, "success");
        }
        site().jdbc()
                .update(
                        "update task set peak_memory_bytes = ?, elapsed = 10000, cpu_millis = ?",
                        megabytes * 1024 * 1024,
                        Math.round(cores * 10_000));
        // all of that may have taken longer than a worker may be silent
        twoWorkers();
    }

    private List<String> demands(String job) {
        return site().jdbc()
                .queryForList(
                        "select distinct coalesce(demand, 'cores') from task where job_id = ?", String.class, job);
    }

    @Test
    void autoAsksForWhatAttemptsLikeItHaveUsed() throws InterruptedException {
        has("n1", "memory", 2048);
        has("n1", "CPU", 8);
        haveUsed(3, 512, 1.7);

        SubmittedJob job = site().jobs()
                .submit(wanting("{\"memory\": \"auto\", \"CPU\": \"auto\"}").submission());

        assertThat(job.warnings()).isEmpty();
        assertThat(new ComponentUsage(site().jdbc()).of(job.jobId(), "a"))
                .extracting(ComponentUsage.InRole::toString)
                .containsExactly(
                        "InRole[role=guest, asked=2 CPU, 640 memory, memory=640.0000, cpu=2.0000, attempts=3]",
                        "InRole[role=host, asked=2 CPU, 640 memory, memory=640.0000, cpu=2.0000, attempts=3]");
        assertThat(demands(job.jobId()))
                .containsExactly("{\"resources\":{\"CPU\":\"2\",\"memory\":\"640\"},\"placement\":\"pack\"}");
        List<ExecutorTask> taken = fetchAll("n1", 2);
        assertThat(taken).allSatisfy(task -> assertThat(
                        task.config().at("/resources/labels/memory/amount").intValue())
                .isEqualTo(640));
        assertThat(site().jdbc()
                        .queryForList(
                                "select cast(cores as integer) from resource_lease where kind = 'task'", Integer.class))
                .containsExactly(2, 2);
        succeed("n1", taken);
        awaitStatus(job.jobId(), "success");
    }

    @Test
    void autoWithoutAHistoryAsksForNothingAndSaysSo() throws InterruptedException {
        haveUsed(2, 512, 1.7);

        SubmittedJob job =
                site().jobs().submit(wanting("{\"memory\": \"auto\"}").submission());

        assertThat(job.warnings()).extracting(Problem::id).containsExactly("FFB-7070", "FFB-7070");
        assertThat(job.warnings().get(0).message()).contains("a asks for \"auto\" as guest");
        assertThat(demands(job.jobId())).containsExactly("cores");
        succeed("n1", fetchAll("n1", 2));
        awaitStatus(job.jobId(), "success");
    }

    @Test
    void whatRanOutOfMemoryIsAskedForMore() throws InterruptedException {
        haveUsed(3, 512, 1);
        site().jdbc().update("update task set exit_reason = 'out_of_memory'");

        String job = submit(wanting("{\"memory\": \"auto\"}"));

        assertThat(demands(job)).containsExactly("{\"resources\":{\"memory\":\"768\"},\"placement\":\"pack\"}");
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");
    }

    @Test
    void whatAComponentOfSuchJobsUsesCountsBeforeWhatItsModuleUsesElsewhere() throws InterruptedException {
        haveUsed(3, 512, 1);
        String other = submit(aJob().with("b").with("c", "b").parameter("task_cores", 1));
        succeed("n1", fetchAll("n1", 2));
        succeed("n1", fetchAll("n1", 2));
        awaitStatus(other, "success");
        site().jdbc().update("update task set peak_memory_bytes = ? where job_id = ?", 10L * 1024 * 1024 * 1024, other);

        String job = submit(wanting("{\"memory\": \"auto\"}"));

        assertThat(demands(job)).containsExactly("{\"resources\":{\"memory\":\"640\"},\"placement\":\"pack\"}");
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");
    }

    @Test
    void whoAsksForLessThanOthersHaveUsedIsWarned() throws InterruptedException {
        has("n1", "memory", 2048);
        haveUsed(3, 512, 1);

        SubmittedJob job = site().jobs().submit(wanting("{\"memory\": 256}").submission());

        assertThat(job.warnings()).extracting(Problem::id).containsExactly("FFB-7071", "FFB-7071");
        assertThat(job.warnings().get(1).message())
                .isEqualTo(
                        "a asks for 256 MB of memory as host, and after the last 3 attempts like it 640 MB are suggested");
        site().jobs().stop(job.jobId(), "canceled");
        awaitStatus(job.jobId(), "canceled");
    }

    @Test
    void theDoctorFindsAndRepairsSumsThatAreNone() throws InterruptedException {
        has("n1", "GPU", 2);
        String first = submit(wanting("{\"GPU\": 1}"));
        List<ExecutorTask> both = fetchAll("n1", 2);
        site().jdbc().update("update node_resource set leased = leased + 1");
        succeed("n1", both);
        awaitStatus(first, "success");
        String second = submit(wanting("{\"GPU\": 1}"));
        assertThat(waiting(second)).contains("n1 has 1 GPU");

        List<Finding> findings = found(Rule.NODE_SUM);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.place()).isEqualTo("node n1 GPU");
            assertThat(site().repairs().carryOut(finding)).isTrue();
        });

        assertThat(found(Rule.NODE_SUM)).isEmpty();
        succeed("n1", fetchAll("n1", 2));
        awaitStatus(second, "success");
    }

    @Test
    void theDoctorFindsAUnitThatTwoHave() throws InterruptedException {
        has("n1", "GPU", 2);
        String job = submit(wanting("{\"GPU\": 1}"));
        List<ExecutorTask> both = fetchAll("n1", 2);
        site().jdbc().update("update lease_resource set unit_id = 0");

        assertThat(found(Rule.UNIT_SHARED_TWICE)).singleElement().satisfies(finding -> assertThat(finding.toString())
                .contains("node n1 GPU 0", "2 attempts have 2.0000"));

        succeed("n1", both);
        awaitStatus(job, "success");
    }

    private List<Finding> found(Rule rule) {
        return site().doctor().look().stream()
                .filter(finding -> finding.rule() == rule)
                .toList();
    }

    @Test
    void refusesAmountsThatATaskCantHave() {
        assertThatThrownBy(() -> submit(wanting("{\"GPU\": 1.5}")))
                .isInstanceOfSatisfying(JobRejectedException.class, refused -> assertThat(refused.problems())
                        .singleElement()
                        .satisfies(problem -> {
                            assertThat(problem.id()).isEqualTo("FFB-2022");
                            assertThat(problem.pointer()).isEqualTo("/job_parameters/common/resources/GPU");
                        }));
    }

    @Test
    void theExecutorIsToldWhichUnitsItHas() throws InterruptedException {
        has("n1", "GPU", 2);
        has("n1", "CPU", 8);
        String job = submit(wanting("{\"GPU\": 0.5, \"CPU\": 2}"));

        List<ExecutorTask> taken = fetchAll("n1", 2);

        assertThat(taken).allSatisfy(task -> assertThat(task.config().path("resources"))
                .hasToString("{\"node\":\"n1\",\"labels\":{\"CPU\":{\"amount\":2},"
                        + "\"GPU\":{\"amount\":0.5,\"ids\":[1]}}}"));
        succeed("n1", taken);
        awaitStatus(job, "success");
    }

    @Test
    void whatHasNotBegunLeavesANodeThatDrainsAsSoonAsAnotherCanServeIt() throws InterruptedException {
        has("n1", "GPU", 2);
        String job = submit(wanting("{\"GPU\": 1}"));
        List<ExecutorTask> first = fetch("n1", 1);
        await().atMost(LONG_ENOUGH)
                .until(() -> site().jdbc()
                                .queryForObject(
                                        "select count(*) from resource_lease where node_name = 'n1' and kind = 'task'",
                                        Integer.class)
                        == 2);

        site().nodes().drain("n1", true);
        site().lookAtNodes();
        nothingFor("n2");
        has("n2", "GPU", 1);
        site().lookAtNodes();

        List<ExecutorTask> second = fetch("n2", 1);
        assertThat(second.get(0).role()).isNotEqualTo(first.get(0).role());
        succeed("n1", first);
        succeed("n2", second);
        awaitStatus(job, "success");
    }

    @Test
    void whatAWorkerSaysThatItHasCounts() throws InterruptedException {
        String job = submit(wanting("{\"FPGA\": 1}"));
        assertThat(waiting(job)).isNotEmpty();
        site().nodes().seen(new SiteWorker("n2:1", "here", "active", 8, 0, "", false, 0, "", "{\"FPGA\": [0, 1]}"));

        site().lookAtNodes();

        succeed("n2", fetchAll("n2", 2));
        awaitStatus(job, "success");
    }

    @Test
    @Tag("slow")
    void theNextAttemptOfAComponentWhoseNodeDiedRunsOnAnother() throws InterruptedException {
        has("n1", "GPU", 2);
        String job = submit(wanting("{\"GPU\": 1}").parameter("auto_retries", 1));
        fetchAll("n1", 2);
        has("n2", "GPU", 2);

        lives("n1", "draining");
        site().executorTasks().lost("n1:1");

        succeed("n2", fetchAll("n2", 2));
        awaitStatus(job, "success");
    }
}
