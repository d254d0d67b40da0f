package io.fateflow.engine.process;

import org.camunda.bpm.engine.ProcessEngine;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.job.JobRequests;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.status.JobStatus;

/**
 * Suspends jobs and resumes them, at their admission: what is suspended is granted nothing, neither cores nor a slot.
 * Executors that run end as ever, and their reports are taken; a process suspended in the engine could not take them.
 */
public final class Suspensions {

    private final LockedJobs locked;
    private final JobRequests requests;
    private final TaskStore tasks;
    private final EngineProcesses processes;
    private final EngineName engineName;
    private final AuditLog audit;

    public Suspensions(
            LockedJobs locked,
            JobRequests requests,
            TaskStore tasks,
            EngineProcesses processes,
            EngineName engineName,
            AuditLog audit) {
        this.locked = locked;
        this.requests = requests;
        this.tasks = tasks;
        this.processes = processes;
        this.engineName = engineName;
        this.audit = audit;
    }

    /** Whether the job is known. */
    boolean suspend(String jobId) {
        return locked.call(jobId, (engine, job, latest) -> suspend(job)).isPresent();
    }

    /**
     * Takes the locks of {@link #suspend(String)}, in the engine command that the caller is in.
     *
     * @return whether the job is known
     * @throws JobStateException if it has ended
     */
    boolean lockForSuspension(ProcessEngine engine, String jobId) {
        return locked.within(engine, jobId, (same, job, latest) -> requireOpen(job))
                .isPresent();
    }

    private static JobRow requireOpen(JobRow job) {
        if (job.status().isEnd()) {
            throw new JobStateException("FFB-3020 job %s is %s: only a job that has not ended can be suspended"
                    .formatted(job.jobId(), job.status().wire()));
        }
        return job;
    }

    boolean isSuspended(String jobId) {
        return requests.isSuspended(jobId);
    }

    /** As {@link #suspend(String)}, in the engine command that the caller is in. */
    boolean suspendWithin(ProcessEngine engine, String jobId) {
        return locked.within(engine, jobId, (same, job, latest) -> suspend(job)).isPresent();
    }

    private boolean suspend(JobRow job) {
        requireOpen(job);
        boolean news = requests.suspend(job.jobId(), audit.actor().name());
        if (news && job.status() == JobStatus.WAITING) {
            // what was kept for it is for others
            processes.wakeWaiting(engineName);
        }
        return written(AuditAction.SUSPEND, job.jobId(), news);
    }

    /** Whether the job is known. Whoever was refused has written down that it waits: its rows are locked here. */
    boolean resume(String jobId) {
        return locked.call(jobId, (engine, job, latest) -> resume(job)).isPresent();
    }

    /** As {@link #resume(String)}, in the engine command that the caller is in. */
    boolean resumeWithin(ProcessEngine engine, String jobId) {
        return locked.within(engine, jobId, (same, job, latest) -> resume(job)).isPresent();
    }

    private boolean resume(JobRow job) {
        boolean news = requests.resume(job.jobId());
        if (news) {
            processes.admit(job.jobId());
            tasks.waits().waitersAtGate(job.jobId(), locked.freeSlots(job)).forEach(processes::gateOpened);
        }
        return written(AuditAction.RESUME, job.jobId(), news);
    }

    private boolean written(AuditAction action, String jobId, boolean news) {
        audit.write(AuditEntry.done(action).job(jobId).ended(news ? AuditOutcome.DONE : AuditOutcome.NOTHING_TO_DO));
        return news;
    }
}
