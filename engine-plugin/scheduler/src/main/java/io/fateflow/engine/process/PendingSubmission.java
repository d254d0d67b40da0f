package io.fateflow.engine.process;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.ConfWarnings;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobParameters;
import io.fateflow.dsl.JobPlan;
import io.fateflow.engine.job.SubmittedJob;

/**
 * What was submitted, on its way to <i>Compile DSL</i>, and what that made of it, on its way back to whoever submits. A
 * transaction that is repeated compiles it again.
 */
final class PendingSubmission {

    private final SubmissionPlanner.Planned planned;
    private final AtomicReference<@Nullable PendingJob> compiled = new AtomicReference<>();

    /** @param planned what all parties are ready for */
    PendingSubmission(SubmissionPlanner.Planned planned) {
        this.planned = planned;
    }

    SubmissionPlanner.Planned planned() {
        return planned;
    }

    void compiled(PendingJob job) {
        compiled.set(job);
    }

    /** With completed common parameters. */
    ObjectNode runtimeConf() {
        return job().runtimeConf();
    }

    JobPlan plan() {
        return job().plan();
    }

    /** The job's shape. */
    String dagKey() {
        return job().dagKey();
    }

    private PendingJob job() {
        return Optional.ofNullable(compiled.get())
                .orElseThrow(() -> new IllegalStateException("the submitted job was not compiled"));
    }

    /** @throws IllegalStateException if the process has begun without it */
    SubmittedJob submitted(String jobId) {
        PendingJob job = job();
        JobPlan plan = job.plan();
        JobParameters common = new JobConf(job.runtimeConf()).common();
        return new SubmittedJob(
                jobId,
                plan.initiator().role(),
                plan.initiator().idText(),
                common.modelId(),
                common.modelVersion(),
                ConfWarnings.of(plan.dsl(), job.runtimeConf()));
    }
}
