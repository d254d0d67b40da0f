package io.fateflow.engine.process;

import java.time.Clock;
import java.time.Duration;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.task.TaskStore;

/** Removes the rows of ended jobs whose retention is over, if it ever is; the oldest first, some in each run. */
public final class RemoveOldJobs extends Step {

    private static final int MOST = 500;

    private final OldJobs jobs;
    private final TaskStore tasks;
    private final Retention retention;
    private final Clock clock;

    public RemoveOldJobs(OldJobs jobs, TaskStore tasks, Retention retention, Clock clock) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        Duration kept = retention.jobs();
        if (kept == null) {
            return;
        }
        long before = clock.millis() - kept.toMillis();
        for (String jobId : jobs.removable(before, MOST)) {
            tasks.lockAllOf(jobId);
            jobs.remove(jobId, before);
        }
    }
}
