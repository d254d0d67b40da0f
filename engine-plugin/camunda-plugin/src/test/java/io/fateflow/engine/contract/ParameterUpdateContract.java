package io.fateflow.engine.contract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.UpdatedParameters;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Parameters of jobs are changed for the next attempt, on any database. */
abstract class ParameterUpdateContract extends SiteContract {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theNextAttemptHasTheChangedParametersAndKeepsTheOthers() throws InterruptedException {
        String job = submit(aJob().with("a").set("a", "max_iter", 10).parameter("auto_retry_delay", 0));
        failAll(fetch(2).subList(0, 1));
        awaitStatus(job, "failed");

        UpdatedParameters updated = update(
                job,
                "{\"common\": {\"timeout\": 77}}",
                "{\"common\": {\"a\": {\"tol\": 2}}, \"role\": {\"host\": {\"0\": {\"a\": {\"max_iter\": 3}}}}}");

        assertThat(updated.componentParameters().path("common").path("a").toString())
                .isEqualTo("{\"max_iter\":10,\"tol\":2}");
        assertThat(updated.jobParameters().path("common").path("model_version").asText())
                .isEqualTo(job);
        site().jobs().rerun(job, List.of(), false);
        assertThat(site().engine()
                        .getRuntimeService()
                        .createVariableInstanceQuery()
                        .variableName("jobTimeout")
                        .singleResult()
                        .getValue())
                .isEqualTo("PT1M17S");
        List<ExecutorTask> again = fetch(2);
        again.forEach(task -> assertThat(
                        task.config().path("component_parameters").toString())
                .isEqualTo(task.role().equals("host") ? "{\"max_iter\":3,\"tol\":2}" : "{\"max_iter\":10,\"tol\":2}"));
        succeed(again);
        awaitStatus(job, "success");
        assertThat(site().jdbc()
                        .queryForObject(
                                "select details from audit_log where action = 'parameter_update'", String.class))
                .contains("\"component_parameters\":[\"a\"]")
                .doesNotContain("max_iter");
    }

    @Test
    void whatAJobTakesCanBeChanged() throws InterruptedException {
        String job = submit(aJob().fanOf(3).parameter("task_cores", 2));
        fetch(2);
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");

        UpdatedParameters updated =
                update(job, "{\"common\": {\"task_parallelism\": 2, \"task_cores\": 3, \"auto_retries\": 4}}", "{}");

        assertThat(updated.jobParameters()
                        .path("common")
                        .path("computing_partitions")
                        .asInt())
                .isEqualTo(3);
        site().jobs().rerun(job, List.of(), false);
        succeed(fetch(2));
        List<ExecutorTask> together = fetch(4);
        assertThat(site().jdbc().queryForList("select distinct cores from job", Integer.class))
                .containsExactly(6);
        assertThat(site().jdbc()
                        .queryForList(
                                "select distinct auto_retries from task where task_version > 0 or component_name <> 'source'",
                                Integer.class))
                .containsExactly(4);
        Invariants.assertSound(site());
        succeed(together);
        succeed(fetch(2));
        succeed(fetch(2));
        awaitStatus(job, "success");
    }

    @Test
    void whatWouldNotBeAcceptedChangesNothing() throws InterruptedException {
        String job = submit(aJob().with("a").set("a", "max_iter", 10));
        fetch(2);
        site().jobs().stop(job, "canceled");
        String before = conf(job);

        refused(job, "{\"common\": {\"task_cores\": 21}}", "{}", "FFB-2004");
        refused(job, "{\"role\": {\"guest\": {}}}", "{}", "FFB-2030");
        refused(job, "{\"common\": {\"job_type\": \"predict\"}}", "{}", "FFB-2031");
        refused(job, "{}", "{\"common\": {\"nonsense\": {}}}", "FFB-2032");
        refused(job, "{}", "{\"common\": {\"a\": 7}}", "FFB-1");

        assertThat(conf(job)).isEqualTo(before);
        assertThat(site().jdbc().queryForList("select * from audit_log where action = 'parameter_update'"))
                .isEmpty();
    }

    @Test
    void aRunningJobKeepsItsParameters() throws InterruptedException {
        String job = submit(aJob().with("a"));
        fetch(2);

        assertThatThrownBy(() -> update(job, "{}", "{\"common\": {\"a\": {\"tol\": 2}}}"))
                .isInstanceOf(JobStateException.class)
                .hasMessageContainingAll("FFB-3013", "is running");
        assertThat(site().jobs().updateParameters("202601010000000000000", json("{}"), json("{}")))
                .isEmpty();
        site().jobs().stop(job, "canceled");
    }

    private void refused(String job, String jobParameters, String componentParameters, String id) {
        assertThatThrownBy(() -> update(job, jobParameters, componentParameters))
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining(id);
    }

    private UpdatedParameters update(String job, String jobParameters, String componentParameters) {
        return site().jobs()
                .updateParameters(job, json(jobParameters), json(componentParameters))
                .orElseThrow();
    }

    private void failAll(List<ExecutorTask> taken) {
        taken.forEach(task -> site().executorTasks().complete("w", task.id(), TestWorker.failed("broken")));
    }

    private String conf(String job) {
        return site().jdbc().queryForObject("select runtime_conf from job_body where job_id = ?", String.class, job);
    }

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) JSON.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
