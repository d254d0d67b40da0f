package io.fateflow.engine.initiator;

import java.util.Optional;

import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.status.JobStatus;

/**
 * Parties that were not ready to begin a job, and say that they may be asked again: their sign of life about the job comes when
 * their data owner has decided. The job asks at once, instead of after its pause.
 */
public final class ReadyParties {

    private final JobStore jobs;
    private final CommandOutbox outbox;
    private final RemoteProcesses processes;

    public ReadyParties(JobStore jobs, CommandOutbox outbox, RemoteProcesses processes) {
        this.jobs = jobs;
        this.outbox = outbox;
        this.processes = processes;
    }

    /** Takes a sign of life of a party; of one that nobody waits for it changes nothing. */
    public void heard(String jobId, String partyId) {
        if (!waits(jobId)) {
            return;
        }
        // the job looks and begins to wait with its gate locked
        outbox.lock(jobId);
        if (outbox.ready(jobId, partyId) && waits(jobId) && outbox.heads(jobId).isEmpty()) {
            processes.partiesHaveAnswered(jobId);
        }
    }

    private boolean waits(String jobId) {
        Optional<JobRow> job = jobs.initiatorRow(jobId);
        return job.isPresent() && job.get().status() == JobStatus.WAITING;
    }
}
