package io.fateflow.engine.participant;

import java.util.Optional;

import io.fateflow.dsl.Party;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.resource.JobGate;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.JobAddress;

/** Finds the party of a job that a call is about, and checks that the job's initiator calls. */
public final class JobParties {

    private final JobStore jobs;
    private final JobGate gate;
    private final CallerRights rights;

    public JobParties(JobStore jobs, JobGate gate, long ownPartyId) {
        this.jobs = jobs;
        this.gate = gate;
        this.rights = new CallerRights(ownPartyId);
    }

    Optional<JobRow> row(JobAddress at) {
        return jobs.rows(at.jobId()).stream()
                .filter(row -> row.party().equals(at.party()))
                .findFirst();
    }

    /** How the job is at the party, whose row is locked; it must be there. */
    JobStatus lock(JobAddress at) {
        gate.lock(at.jobId(), at.party().role(), at.party().idText());
        return row(at).orElseThrow().status();
    }

    /** The answer for a call about an unknown job, or of somebody who does not schedule it. */
    Optional<Answer> refusal(String jobId, Party party, CallHeaders headers) {
        Optional<JobRow> row = row(new JobAddress(jobId, party));
        return row.isEmpty()
                ? Optional.of(unknown(jobId, party))
                : byInitiator(row.get().initiator().partyId(), headers);
    }

    Optional<Answer> byInitiator(long initiatorPartyId, CallHeaders headers) {
        return rights.refusalUnless(initiatorPartyId, "the job's initiator", headers);
    }

    static Answer unknown(String jobId, Party party) {
        return Answer.failure(Answer.EXCEPTION_ERROR, "FFB-6302 this site has no job %s as %s".formatted(jobId, party));
    }
}
