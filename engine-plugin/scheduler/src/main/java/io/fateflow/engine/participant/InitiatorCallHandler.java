package io.fateflow.engine.participant;

import java.util.List;
import java.util.Optional;

import io.fateflow.database.Texts;
import io.fateflow.engine.initiator.RemoteParties;
import io.fateflow.engine.initiator.RemoteReports;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStateException;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.RerunResult;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.TaskAddress;

/** What other parties tell and ask this site as the initiator of a job. */
public final class InitiatorCallHandler {

    /** FATE's name for all components. */
    private static final String ALL = "pipeline";

    private static final int LONGEST_REASON = 2000;

    private final JobCommands jobs;
    private final JobStore rows;
    private final RemoteParties parties;
    private final RemoteReports reports;

    public InitiatorCallHandler(JobCommands jobs, JobStore rows, RemoteParties parties, RemoteReports reports) {
        this.jobs = jobs;
        this.rows = rows;
        this.parties = parties;
        this.reports = reports;
    }

    Answer handle(InitiatorCall call, CallHeaders headers) {
        return call.accept(new InitiatorCall.Visitor<>() {
            @Override
            public Answer on(InitiatorCall.Report report) {
                return report(report, headers);
            }

            @Override
            public Answer on(InitiatorCall.StopJob stop) {
                return stop(stop, headers);
            }

            @Override
            public Answer on(InitiatorCall.RerunJob rerun) {
                return rerun(rerun, headers);
            }
        });
    }

    /** Each party reports of itself only. */
    private Answer report(InitiatorCall.Report call, CallHeaders headers) {
        TaskAddress reporter = call.reporter();
        boolean ofItself = reporter.party().idText().equals(headers.srcPartyId());
        if (!ofItself || !reports.takesPart(reporter.jobId(), reporter.party())) {
            return Answer.failure(
                    Answer.PERMISSION_ERROR,
                    "FFB-6311 party %s may not report of %s in job %s"
                            .formatted(headers.srcPartyId(), reporter.party(), reporter.jobId()));
        }
        reports.take(reporter, call.report());
        return Answer.success();
    }

    /** Any party of the job may; a job that is not known is not an error to FATE. */
    private Answer stop(InitiatorCall.StopJob stop, CallHeaders headers) {
        String jobId = stop.initiator().jobId();
        Optional<JobRow> row = rows.initiatorRow(jobId);
        if (row.isEmpty()) {
            return new Answer(Answer.SUCCESS, "can not found job", null);
        }
        if (!takesPart(jobId, headers)) {
            return Answer.failure(
                    Answer.PERMISSION_ERROR, "FFB-6312 only parties of job %s may stop it".formatted(jobId));
        }
        if (row.get().status().isEnd()) {
            return Answer.success();
        }
        jobs.stop(jobId, stop.status().wire());
        rows.statuses().stoppedBy(jobId, stop.status(), stopped(stop, headers));
        return Answer.success();
    }

    private static String stopped(InitiatorCall.StopJob stop, CallHeaders headers) {
        String reason = Texts.cleaned(stop.reason());
        return "FFB-6351 party %s has stopped the job%s"
                .formatted(
                        headers.srcPartyId(),
                        reason.isBlank() ? "" : ": " + reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
    }

    private Answer rerun(InitiatorCall.RerunJob rerun, CallHeaders headers) {
        String jobId = rerun.initiator().jobId();
        if (!takesPart(jobId, headers)) {
            return Answer.failure(
                    Answer.PERMISSION_ERROR, "FFB-6310 only parties of job %s may run it again".formatted(jobId));
        }
        List<String> components =
                rerun.component().isEmpty() || rerun.component().equals(ALL) ? List.of() : List.of(rerun.component());
        try {
            RerunResult result = jobs.rerun(jobId, components, Boolean.TRUE.equals(rerun.force()));
            return result == RerunResult.UNKNOWN_JOB
                    ? Answer.failure(Answer.EXCEPTION_ERROR, "FFB-6302 this site has not scheduled job " + jobId)
                    : Answer.success();
        } catch (JobStateException e) {
            return Answer.failure(Answer.EXCEPTION_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private boolean takesPart(String jobId, CallHeaders headers) {
        return rows.rows(jobId).stream().anyMatch(row -> row.party().idText().equals(headers.srcPartyId()))
                || parties.of(jobId).stream().anyMatch(party -> party.idText().equals(headers.srcPartyId()));
    }
}
