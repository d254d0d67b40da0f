package io.fateflow.engine.foreign;

import java.util.Optional;

import io.fateflow.engine.federation.wire.Answer;
import io.fateflow.engine.federation.wire.CallHeaders;
import io.fateflow.engine.federation.wire.InitiatorCall;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;

/** What other parties ask of this site as the initiator of a job. */
public final class InitiatorDesk {

    private final JobCommands jobs;
    private final JobStore rows;

    public InitiatorDesk(JobCommands jobs, JobStore rows) {
        this.jobs = jobs;
        this.rows = rows;
    }

    Answer handle(InitiatorCall call, CallHeaders headers) {
        if (call instanceof InitiatorCall.StopJob stop) {
            return stop(stop, headers);
        }
        if (call instanceof InitiatorCall.RerunJob rerun) {
            return Answer.failure(
                    Answer.EXCEPTION_ERROR,
                    "FFB-6310 a job is run again at its initiator's: ask party %d"
                            .formatted(rerun.initiator().party().partyId()));
        }
        return Answer.failure(
                Answer.EXCEPTION_ERROR, "FFB-6311 this site schedules no job with parties on other sites");
    }

    /** Any party of the job may; a job that is not known is not an error to FATE. */
    private Answer stop(InitiatorCall.StopJob stop, CallHeaders headers) {
        String jobId = stop.initiator().jobId();
        Optional<JobRow> row = rows.initiatorRow(jobId);
        if (row.isEmpty()) {
            return new Answer(Answer.SUCCESS, "can not found job", null);
        }
        boolean takesPart = rows.rows(jobId).stream()
                .anyMatch(party -> Long.toString(party.party().partyId()).equals(headers.srcPartyId()));
        if (!takesPart) {
            return Answer.failure(
                    Answer.PERMISSION_ERROR, "FFB-6312 only parties of job %s may stop it".formatted(jobId));
        }
        jobs.stop(jobId, stop.status().wire());
        return Answer.success();
    }
}
