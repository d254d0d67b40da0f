package io.fateflow.engine.contract;

import org.junit.jupiter.api.Test;

import io.fateflow.federation.wire.Answer;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static io.fateflow.engine.contract.ForeignInitiator.ofJob;
import static org.assertj.core.api.Assertions.assertThat;

/** A job that guest 9999 schedules on another site takes over what an older one has made at host 10000 of this one. */
abstract class ForeignInheritanceContract extends ForeignContract {

    @Test
    void takesOverWhatItsInitiatorHasAgreedOnWithAllParties() throws InterruptedException {
        startAdd();
        ExecutorTask attempt = fetch();
        awaitReported("running");
        site().executorTasks().complete("w", attempt.id(), TestWorker.succeeded());
        awaitReported("running", "success");
        task("status/success");
        job("status/success");
        String next = "202601021530450000020";
        String info = "\"inheritance_info\": {\"job_id\": \"%s\", \"component_list\": [%s]}";

        inNext(
                next,
                "create",
                CREATE_ADD
                        .replace(JOB, next)
                        .replace("\"inheritance_info\": {}", info.formatted(JOB, "\"add_0\", \"lost_0\"")));
        assertThat(inNext(next, "component/inheritance/check", "{}").data()).hasToString("[\"add_0\"]");
        assertThat(inNext(next, "align", "{" + info.formatted(JOB, "\"add_0\"") + "}")
                        .retcode())
                .isZero();
        assertThat(inNext(next, "dependence/check", "{}").retcode()).isZero();
        assertThat(inNext(next, "dependence/check", "{}").retcode()).isZero();

        assertThat(site().jdbc()
                        .queryForList(
                                "select status || ' ' || party_status from task where job_id = ?", String.class, next))
                .containsExactly("success success");
        assertThat(site().jdbc()
                        .queryForObject("select inheritance_status from job where job_id = ?", String.class, next))
                .isEqualTo("success");
        inNext(next, "stop/canceled", "{}");
    }

    private Answer inNext(String jobId, String action, String body) {
        return call(ofJob(action).replace(JOB, jobId), body);
    }
}
