package io.fateflow.engine.process;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.AuditOutcome;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.engine.task.TaskStore;

/**
 * Suspends jobs and resumes them, at their admission: what is suspended is granted nothing, neither cores nor a slot.
 * Executors that run end as ever, and their reports are taken; a process suspended in the engine could not take them.
 */
public final class Suspensions {

    private final EngineCommands commands;
    private final JobStore jobs;
    private final TaskStore tasks;
    private final ResourceManager resources;
    private final EngineProcesses processes;
    private final AuditLog audit;

    public Suspensions(
            EngineCommands commands,
            JobStore jobs,
            TaskStore tasks,
            ResourceManager resources,
            EngineProcesses processes,
            AuditLog audit) {
        this.commands = commands;
        this.jobs = jobs;
        this.tasks = tasks;
        this.resources = resources;
        this.processes = processes;
        this.audit = audit;
    }

    boolean suspend(String jobId) {
        return commands.call(engine -> {
            if (jobs.initiatorRow(jobId).isEmpty()) {
                return false;
            }
            JobRow job = lock(jobId).job();
            if (job.status().isEnd()) {
                throw new JobStateException("FFB-3020 job %s is %s: only a job that has not ended can be suspended"
                        .formatted(jobId, job.status().wire()));
            }
            boolean news = jobs.suspend(jobId, audit.actor().name());
            write(AuditAction.SUSPEND, jobId, news);
            return true;
        });
    }

    boolean resume(String jobId) {
        return commands.call(engine -> {
            if (jobs.initiatorRow(jobId).isEmpty()) {
                return false;
            }
            Locked locked = lock(jobId);
            boolean news = jobs.resume(jobId);
            if (news) {
                processes.admit(jobId);
                tasks.waitersAtGate(jobId, locked.freeSlots()).forEach(processes::gateOpened);
            }
            write(AuditAction.RESUME, jobId, news);
            return true;
        });
    }

    private record Locked(JobRow job, int freeSlots) {}

    /** Whoever is refused meanwhile has written down that it waits before this returns. */
    private Locked lock(String jobId) {
        JobRow seen = jobs.initiatorRow(jobId).orElseThrow();
        int free = resources.lockGate(
                jobId, seen.initiator().role(), Long.toString(seen.initiator().partyId()));
        return new Locked(jobs.initiatorRow(jobId).orElseThrow(), free);
    }

    private void write(AuditAction action, String jobId, boolean news) {
        audit.write(AuditEntry.done(action).job(jobId).ended(news ? AuditOutcome.DONE : AuditOutcome.NOTHING_TO_DO));
    }
}
