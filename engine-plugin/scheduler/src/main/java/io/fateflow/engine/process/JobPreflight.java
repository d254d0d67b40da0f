package io.fateflow.engine.process;

import java.util.List;

import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.federation.preflight.PreflightResult;

/** Asks all parties of a job whether they could take part, as submitting it would, and makes nothing. */
public final class JobPreflight {

    private final SubmissionPlanner planner;
    private final PartyRefusals refusals;
    private final JobIds ids;

    public JobPreflight(SubmissionPlanner planner, PartyRefusals refusals, JobIds ids) {
        this.planner = planner;
        this.refusals = refusals;
        this.ids = ids;
    }

    /**
     * Takes seconds at most, however many parties there are. A party that is ready may still refuse the job when it is
     * submitted: what it checked can have changed, and a site of FATE Flow in Python checks before that only its version.
     *
     * @return one answer for each party, in the order of the conf's roles
     * @throws JobRejectedException for what no party needs to be asked
     */
    public List<PreflightResult> ask(JobSubmission submission) {
        SubmissionPlanner.Planned planned = planner.plan(submission);
        // the other sites want to know of which job; no job ever gets this id
        String jobId = ids.next();
        return refusals.ask(jobId, planned.plan(), planner.conf(planned, jobId));
    }
}
