package io.fateflow.engine.contract;

import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A job takes over what an older one has made, on any database. */
abstract class InheritanceContract extends SiteContract {

    @Test
    void whatIsTakenOverDoesNotRunAndItsOutputsAreThere() throws InterruptedException {
        String old = submit(aJob().with("a").with("b", "a").with("c", "b").set("c", "max_iter", 1));
        succeedWithOutputs(fetch(2));
        succeedWithOutputs(fetch(2));
        succeedWithOutputs(fetch(2));
        awaitStatus(old, "success");

        String job = submit(aJob().with("a")
                .with("b", "a")
                .with("c", "b")
                .set("c", "max_iter", 2)
                .inheriting(old, "a", "b"));

        List<ExecutorTask> running = fetch(2);
        assertThat(running)
                .allMatch(
                        task -> task.jobId().equals(job) && task.componentName().equals("c"));
        assertThat(running).allSatisfy(task -> assertThat(
                        task.config().at("/inputs/data/data/0/name").asText())
                .isEqualTo("table_" + old + "_b_" + task.role()));
        succeed(running);
        awaitStatus(job, "success");
        assertThat(counts(old)).isEqualTo("666");
        assertThat(counts(job)).isEqualTo("444");
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct inheritance_status from job where job_id = ?", String.class, job))
                .containsExactly("success");
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct status || party_status || exit_reason from task where job_id = ?",
                                String.class,
                                job))
                .containsExactly("successsuccessexited");
    }

    @Test
    void anInputThatIsDeclaredAndHasNoTableAtAPartyIsNamedThereAllTheSame() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a"));
        fetch(2).forEach(task -> assertThat(site().executorTasks()
                        .complete(
                                "w",
                                task.id(),
                                TestWorker.succeeded()
                                        .with(task.role().equals("host") ? TestWorker.outputs(task) : null)))
                .isTrue());

        List<ExecutorTask> running = fetch(2);
        assertThat(running).allSatisfy(task -> {
            JsonNode tables = task.config().at("/inputs/data/data");
            assertThat(tables).hasSize(1);
            assertThat(tables.at("/0/component").asText()).isEqualTo("a");
            assertThat(tables.at("/0/output").asText()).isEqualTo("data");
            assertThat(tables.at("/0/name").isNull()).isEqualTo(task.role().equals("guest"));
        });
        succeed(running);
        awaitStatus(job, "success");
    }

    @Test
    void whatThisJobWouldMakeOtherwiseIsNotTakenOver() throws InterruptedException {
        String old = submit(aJob().with("a").with("b", "a").set("a", "max_iter", 1));
        succeed(fetch(2));
        fetch(2);
        site().jobs().stop(old, "canceled");

        refused(
                aJob().with("a").with("b", "a").inheriting(old, "a"),
                "FFB-2042",
                "a can't",
                "parameters at guest 9999");
        refused(aJob().with("a").with("b", "a").set("a", "max_iter", 1).inheriting(old, "b"), "FFB-2042", "succeeded");
        refused(aJob().with("c").inheriting(old, "c"), "FFB-2042", "not in both");
        refused(
                aJob().with("b").with("a", "b").set("a", "max_iter", 1).inheriting(old, "a"),
                "FFB-2042",
                "its input was");
        refused(aJob().with("a").inheriting("202601010000000000000", "a"), "FFB-2040");
        assertThat(site().jdbc().queryForObject("select count(*) from job_body", Integer.class))
                .isEqualTo(1);
    }

    @Test
    void aComponentIsNotTakenOverWithoutThoseThatItDependsOn() throws InterruptedException {
        String old = submit(aJob().with("a").with("b", "a"));
        succeed(fetch(2));
        succeed(fetch(2));
        awaitStatus(old, "success");

        refused(aJob().with("a").with("b", "a").inheriting(old, "b"), "FFB-2042", "it depends on a");
    }

    private void refused(JobFixture job, String... why) {
        assertThatThrownBy(() -> submit(job))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContainingAll(why);
    }

    private void succeedWithOutputs(List<ExecutorTask> taken) {
        taken.forEach(task -> assertThat(site().executorTasks()
                        .complete("w", task.id(), TestWorker.succeeded().with(TestWorker.outputs(task))))
                .isTrue());
    }

    /** Outputs, summaries and models. */
    private String counts(String job) {
        return site().jdbc()
                .queryForObject(
                        "select (select count(*) from tracking_output_data_info where job_id = ?) || ''"
                                + " || (select count(*) from component_summary where job_id = ?) || ''"
                                + " || (select count(*) from component_model where model_version = ?)",
                        String.class,
                        job,
                        job,
                        job);
    }
}
