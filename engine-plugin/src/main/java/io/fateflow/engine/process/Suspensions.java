package io.fateflow.engine.process;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.TaskStore;

/**
 * Suspends jobs and resumes them, at their admission: what is suspended is granted nothing, neither cores nor a slot.
 * Executors that run end as ever, and their reports are taken; a process suspended in the engine could not take them.
 */
public final class Suspensions {

    private final LockedJobs locked;
    private final JobStore jobs;
    private final TaskStore tasks;
    private final EngineProcesses processes;
    private final AuditLog audit;

    public Suspensions(LockedJobs locked, JobStore jobs, TaskStore tasks, EngineProcesses processes, AuditLog audit) {
        this.locked = locked;
        this.jobs = jobs;
        this.tasks = tasks;
        this.processes = processes;
        this.audit = audit;
    }

    /** Whether the job is known. */
    boolean suspend(String jobId) {
        return locked.call(jobId, (engine, job, latest) -> {
                    if (job.status().isEnd()) {
                        throw new JobStateException(
                                "FFB-3020 job %s is %s: only a job that has not ended can be suspended"
                                        .formatted(jobId, job.status().wire()));
                    }
                    return written(
                            AuditAction.SUSPEND,
                            jobId,
                            jobs.suspend(jobId, audit.actor().name()));
                })
                .isPresent();
    }

    /** Whether the job is known. Whoever was refused has written down that it waits: its rows are locked here. */
    boolean resume(String jobId) {
        return locked.call(jobId, (engine, job, latest) -> {
                    boolean news = jobs.resume(jobId);
                    if (news) {
                        processes.admit(jobId);
                        tasks.waits()
                                .waitersAtGate(jobId, locked.freeSlots(job))
                                .forEach(processes::gateOpened);
                    }
                    return written(AuditAction.RESUME, jobId, news);
                })
                .isPresent();
    }

    private boolean written(AuditAction action, String jobId, boolean news) {
        audit.write(AuditEntry.done(action).job(jobId).ended(news ? AuditOutcome.DONE : AuditOutcome.NOTHING_TO_DO));
        return news;
    }
}
