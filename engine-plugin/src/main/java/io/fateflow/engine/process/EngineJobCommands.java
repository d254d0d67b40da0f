package io.fateflow.engine.process;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;
import org.camunda.bpm.engine.RuntimeService;
import org.camunda.bpm.engine.variable.Variables;

import io.fateflow.engine.executor.LostRace;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.engine.lifecycle.JobStatus;
import io.fateflow.engine.sql.Json;

/** What users do to jobs, done to their processes. */
public final class EngineJobCommands implements JobCommands {

    private final Supplier<RuntimeService> runtime;
    private final EngineProcesses processes;
    private final JobStore jobs;
    private final JobIds ids;
    private final JobReruns reruns;
    private final LostRace lostRace;

    public EngineJobCommands(
            Supplier<RuntimeService> runtime,
            EngineProcesses processes,
            JobStore jobs,
            JobIds ids,
            JobReruns reruns,
            LostRace lostRace) {
        this.runtime = runtime;
        this.processes = processes;
        this.jobs = jobs;
        this.ids = ids;
        this.reruns = reruns;
        this.lostRace = lostRace;
    }

    @Override
    public SubmittedJob submit(JobSubmission submission) {
        String jobId = ids.next();
        // transient: the bodies go to the job's own tables, never into the engine's
        Map<String, Object> variables = Variables.createVariables()
                .putValueTyped(CompileDsl.DSL, Variables.stringValue(submission.dsl(), true))
                .putValueTyped(CompileDsl.RUNTIME_CONF, Variables.stringValue(submission.runtimeConf(), true))
                .putValueTyped(CreateJobAtParties.USER_ID, Variables.stringValue(submission.userId(), true));
        lostRace.repeat(() -> runtime.get().startProcessInstanceByKey("fate-job", jobId, variables));
        return submitted(jobId);
    }

    private SubmittedJob submitted(String jobId) {
        JobRow row = jobs.initiatorRow(jobId)
                .orElseThrow(() -> new IllegalStateException("job " + jobId + " was not written"));
        JsonNode common =
                Json.read(jobs.body(jobId).runtimeConf()).path("job_parameters").path("common");
        return new SubmittedJob(
                jobId,
                row.initiator().role(),
                Long.toString(row.initiator().partyId()),
                common.path("model_id").asText(),
                common.path("model_version").asText());
    }

    @Override
    public boolean stop(String jobId, String status) {
        Optional<JobRow> row = jobs.initiatorRow(jobId);
        if (row.isEmpty()) {
            return false;
        }
        JobStatus asked = JobStatus.of(status);
        if (!asked.isEnd() || asked.isSuccess()) {
            throw new IllegalArgumentException("a job is stopped as canceled, failed or timeout, not " + status);
        }
        if (!row.get().status().isEnd()) {
            lostRace.repeat(() -> {
                processes.stopJob(jobId, asked.wire(), "the job was stopped");
                return true;
            });
        }
        return true;
    }

    @Override
    public RerunResult rerun(String jobId, Collection<String> components, boolean force) {
        return reruns.rerun(jobId, components, force);
    }
}
