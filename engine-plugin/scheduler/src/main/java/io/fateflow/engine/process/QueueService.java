package io.fateflow.engine.process;

import java.util.List;
import java.util.Optional;

import io.fateflow.engine.audit.AuditAction;
import io.fateflow.engine.audit.AuditEntry;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobWaits;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.EngineRegistry;
import io.fateflow.engine.resource.QueueState;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.QueueStore;
import io.fateflow.federation.status.JobStatus;

/** What operators do to queues, and to jobs in them. Whoever may go on by that is woken in the same transaction. */
public final class QueueService {

    private final EngineCommands commands;
    private final QueueStore queues;
    private final Admission admission;
    private final EngineRegistry registry;
    private final LockedJobs locked;
    private final JobWaits waits;
    private final EngineProcesses processes;
    private final Preemptions preemptions;
    private final NodePlacements placements;
    private final EngineName engineName;
    private final AuditLog audit;

    public QueueService(
            EngineCommands commands,
            QueueStore queues,
            Admission admission,
            EngineRegistry registry,
            LockedJobs locked,
            JobWaits waits,
            EngineProcesses processes,
            Preemptions preemptions,
            NodePlacements placements,
            EngineName engineName,
            AuditLog audit) {
        this.commands = commands;
        this.queues = queues;
        this.admission = admission;
        this.registry = registry;
        this.locked = locked;
        this.waits = waits;
        this.processes = processes;
        this.preemptions = preemptions;
        this.placements = placements;
        this.engineName = engineName;
        this.audit = audit;
    }

    /** The queues as they are, by name. */
    public List<QueueState> states() {
        return admission.states(engineName);
    }

    /** One queue as it is; empty if there is none of that name. */
    public Optional<QueueState> state(String name) {
        return states().stream().filter(queue -> queue.name().equals(name)).findFirst();
    }

    /** Sets a queue, or makes one. Jobs that run keep what they hold, whatever its limit is then. */
    public void put(JobQueue queue) {
        commands.call(engine -> {
            placements.lock();
            registry.lock(engineName);
            queues.put(queue, audit.actor().name());
            wake();
            audit.write(AuditEntry.done(AuditAction.QUEUE)
                    .with("queue", queue.name())
                    .with("weight", queue.weight())
                    .with("nominal_quota", queue.nominalQuota())
                    .with("borrowing_limit", queue.borrowingLimit() == null ? "none" : queue.borrowingLimit())
                    .with("limits", queue.limits().toString()));
            return true;
        });
    }

    /**
     * Takes back what operators have set of a queue. One that is not configured is gone then, and its jobs are in the default
     * queue.
     *
     * @return whether there was one of that name
     */
    public boolean reset(String name) {
        return commands.call(engine -> {
            placements.lock();
            registry.lock(engineName);
            Optional<QueueRow> there =
                    queues.all().stream().filter(row -> row.name().equals(name)).findFirst();
            if (there.isEmpty()) {
                return false;
            }
            queues.reset(name);
            wake();
            audit.write(AuditEntry.done(AuditAction.QUEUE).with("queue", name).with("reset", true));
            return true;
        });
    }

    /** Limits are other ones: of cores and of what nodes have. */
    private void wake() {
        placements.nodesChanged();
        processes.wakeWaiting(engineName);
    }

    /**
     * Has a job come next, before all others of all queues; of several, the last one moved is the first. It takes nothing
     * from jobs that run, and its queue's limit stays.
     *
     * @return whether the job is known here
     * @throws JobStateException if it does not wait
     */
    public boolean moveToFront(String jobId) {
        return locked.call(jobId, (engine, job, latest) -> {
                    requireWaiting(job);
                    waits.front(jobId, audit.actor().name());
                    processes.wakeWaiting(engineName);
                    audit.write(AuditEntry.done(AuditAction.JOB_FRONT).job(jobId));
                    return true;
                })
                .isPresent();
    }

    private static void requireWaiting(JobRow job) {
        if (job.status() != JobStatus.WAITING) {
            throw new JobStateException("FFB-6319 job %s is %s: only a job that waits can be moved to the front"
                    .formatted(job.jobId(), job.status().wire()));
        }
    }

    /**
     * Whose turn it is changes with time, too, and nobody gives anything back then; and what a queue may claim others have to
     * give back. To be called every few seconds; where there is one queue, it costs two reads.
     */
    public void look() {
        preemptions.look();
        if (admission.changesWithTime() && !admission.toWake(engineName).isEmpty()) {
            commands.call(engine -> {
                processes.wakeWaiting(engineName);
                return true;
            });
        }
    }
}
