package io.fateflow.engine.process;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.variable.Variables;

import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobIdTakenException;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.engine.job.SubmittedJob;
import io.fateflow.engine.job.UpdatedParameters;
import io.fateflow.engine.participant.ForeignStops;
import io.fateflow.engine.resource.placement.DemandWarnings;
import io.fateflow.engine.resource.placement.UsageWarnings;
import io.fateflow.federation.status.JobStatus;

/** What users do to jobs, done to their processes. */
public final class EngineJobCommands implements JobCommands {

    private static final int MOST_IDS = 10;

    private final EngineCommands commands;
    private final EngineProcesses processes;
    private final JobStore jobs;
    private final JobIds ids;
    private final SubmissionPlanner planner;
    private final PartyRefusals refusals;
    private final JobReruns reruns;
    private final ParameterUpdates parameters;
    private final Suspensions suspensions;
    private final ForeignStops elsewhere;
    private final DemandWarnings demands;
    private final UsageWarnings usage;
    private final AuditLog audit;

    /**
     * Makes them.
     *
     * @param elsewhere stops this site's part of jobs that another one schedules
     */
    public EngineJobCommands(
            EngineCommands commands,
            EngineProcesses processes,
            JobStore jobs,
            JobIds ids,
            SubmissionPlanner planner,
            PartyRefusals refusals,
            JobReruns reruns,
            ParameterUpdates parameters,
            Suspensions suspensions,
            ForeignStops elsewhere,
            DemandWarnings demands,
            UsageWarnings usage,
            AuditLog audit) {
        this.commands = commands;
        this.processes = processes;
        this.jobs = jobs;
        this.ids = ids;
        this.planner = planner;
        this.refusals = refusals;
        this.reruns = reruns;
        this.parameters = parameters;
        this.suspensions = suspensions;
        this.elsewhere = elsewhere;
        this.demands = demands;
        this.usage = usage;
        this.audit = audit;
    }

    @Override
    public SubmittedJob submit(JobSubmission submission) {
        for (int i = 1; ; i++) {
            try {
                return submit(submission, ids.next());
            } catch (JobIdTakenException e) {
                // another server on this database had the same microsecond
                if (i == MOST_IDS) {
                    throw e;
                }
            }
        }
    }

    private SubmittedJob submit(JobSubmission submission, String jobId) {
        PendingSubmission pending;
        try {
            pending = start(submission, jobId);
        } catch (JobRejectedException e) {
            // in a transaction of its own: that of the job has left nothing
            audit.write(AuditEntry.done(AuditAction.SUBMIT)
                    .job(jobId)
                    .ended(AuditOutcome.REFUSED)
                    .with("problems", e.problems().stream().map(Problem::id).toList()));
            throw e;
        }
        SubmittedJob job = pending.submitted(jobId);
        List<Party> here = jobs.rows(jobId).stream().map(JobRow::party).toList();
        return job.withWarnings(demands.of(jobId, pending.runtimeConf()))
                .withWarnings(usage.of(pending.plan(), pending.dagKey(), here));
    }

    private PendingSubmission start(JobSubmission submission, String jobId) {
        SubmissionPlanner.Planned planned = planner.plan(submission);
        // in no transaction: a site that hangs would hold a connection for each job that is submitted meanwhile
        refusals.demandReady(jobId, planned.plan(), planner.conf(planned, jobId));
        PendingSubmission pending = new PendingSubmission(planned);
        // transient: the bodies go to the job's own tables, never into the engine's
        Map<String, Object> variables = Variables.createVariables()
                .putValueTyped(CreateJobAtParties.USER_ID, Variables.stringValue(submission.userId(), true));
        variables.putAll(PassedObject.passing(pending));
        commands.call(engine -> engine.getRuntimeService().startProcessInstanceByKey("fate-job", jobId, variables));
        return pending;
    }

    @Override
    public boolean stop(String jobId, String status) {
        JobStatus asked = JobStatus.of(status);
        if (!asked.isEnd() || asked.isSuccess()) {
            throw new IllegalArgumentException("a job is stopped as canceled, failed or timeout, not " + status);
        }
        Optional<JobRow> row = jobs.initiatorRow(jobId);
        if (row.isEmpty()) {
            return elsewhere.stop(jobId, asked);
        }
        if (row.get().status().isEnd()) {
            audit.write(AuditEntry.done(AuditAction.STOP)
                    .job(jobId)
                    .ended(AuditOutcome.NOTHING_TO_DO)
                    .with("status", asked.wire()));
        } else {
            commands.call(engine -> {
                processes.stopJob(
                        jobId,
                        asked.wire(),
                        "the job was stopped by " + audit.actor().name());
                return true;
            });
        }
        return true;
    }

    @Override
    public RerunResult rerun(String jobId, Collection<String> components, boolean force) {
        return reruns.rerun(jobId, components, force);
    }

    @Override
    public Optional<UpdatedParameters> updateParameters(
            String jobId, ObjectNode jobParameters, ObjectNode componentParameters) {
        return parameters.update(jobId, jobParameters, componentParameters);
    }

    @Override
    public boolean suspend(String jobId) {
        return suspensions.suspend(jobId);
    }

    @Override
    public boolean resume(String jobId) {
        return suspensions.resume(jobId);
    }
}
