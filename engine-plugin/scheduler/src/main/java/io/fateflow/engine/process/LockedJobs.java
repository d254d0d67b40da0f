package io.fateflow.engine.process;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.camunda.bpm.engine.ProcessEngine;

import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.resource.JobGate;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;

/**
 * Does something to a whole job in one engine command, with the job locked in the one order: latest attempts, then the
 * gate. Of two who ask at once the second waits, and then sees what the first has done.
 */
public final class LockedJobs {

    private final EngineCommands commands;
    private final JobStore jobs;
    private final TaskStore tasks;
    private final JobGate gate;

    public LockedJobs(EngineCommands commands, JobStore jobs, TaskStore tasks, JobGate gate) {
        this.commands = commands;
        this.jobs = jobs;
        this.tasks = tasks;
        this.gate = gate;
    }

    /** What is done to a locked job. */
    @FunctionalInterface
    interface Work<T> {
        /** @param latest a row of each component's latest attempt: the federated status is the same at all parties */
        T on(ProcessEngine engine, JobRow job, Map<String, TaskRow> latest);
    }

    /** Empty if this site does not know the job, or is not its initiator. */
    <T> Optional<T> call(String jobId, Work<T> work) {
        return commands.call(engine -> within(engine, jobId, work));
    }

    /** As {@link #call}, in the engine command that the caller is in. */
    <T> Optional<T> within(ProcessEngine engine, String jobId, Work<T> work) {
        Map<String, TaskRow> latest = new LinkedHashMap<>();
        tasks.lockLatestOfJob(jobId).forEach(row -> latest.putIfAbsent(row.componentName(), row));
        return jobs.initiatorRow(jobId).map(this::locked).map(job -> work.on(engine, job, latest));
    }

    private JobRow locked(JobRow seen) {
        lockGate(seen);
        return jobs.initiatorRow(seen.jobId()).orElseThrow();
    }

    /** How many components the locked job may start now. */
    int freeSlots(JobRow job) {
        return lockGate(job);
    }

    private int lockGate(JobRow job) {
        return gate.lock(job.jobId(), job.initiator().role(), job.initiator().idText());
    }
}
