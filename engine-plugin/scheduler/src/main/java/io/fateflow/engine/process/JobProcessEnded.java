package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.camunda.bpm.engine.delegate.ExecutionListener;

import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;

/**
 * The job's process has ended. When somebody deleted it, in Cockpit for instance, none of its steps has run: the job is
 * canceled here, so that nothing runs on and nothing stays taken.
 */
public final class JobProcessEnded implements ExecutionListener {

    private final JobStore jobs;
    private final CancelJobAtParties cancel;

    public JobProcessEnded(JobStore jobs, CancelJobAtParties cancel) {
        this.jobs = jobs;
        this.cancel = cancel;
    }

    @Override
    public void notify(DelegateExecution execution) {
        String jobId = execution.getProcessBusinessKey();
        if (jobId != null
                && jobs.initiatorRow(jobId).filter(JobProcessEnded::isOpen).isPresent()) {
            cancel.execute(execution);
        }
    }

    private static boolean isOpen(JobRow job) {
        return !job.status().isEnd();
    }
}
