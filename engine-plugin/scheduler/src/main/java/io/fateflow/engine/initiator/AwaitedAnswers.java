package io.fateflow.engine.initiator;

import java.util.List;
import java.util.Optional;

import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.status.JobStatus;

/** How a job goes on whose reservation awaits what parties answer. */
public final class AwaitedAnswers {

    private final CommandOutbox outbox;
    private final GangReservation gang;
    private final RemoteParties parties;
    private final JobStore jobs;
    private final RemoteProcesses processes;

    public AwaitedAnswers(
            CommandOutbox outbox,
            GangReservation gang,
            RemoteParties parties,
            JobStore jobs,
            RemoteProcesses processes) {
        this.outbox = outbox;
        this.gang = gang;
        this.parties = parties;
        this.jobs = jobs;
        this.processes = processes;
    }

    /** Wakes the job behind the last answer, or asks the next party in its place; with its gate locked. */
    void have(List<AnsweredCommand> answers) {
        PartyCommandRow last = answers.get(answers.size() - 1).command();
        if (!jobs.waits().awaitsAnswers(last.jobId())
                || !outbox.heads(last.jobId()).isEmpty()) {
            return;
        }
        Optional<Reservation.Asked> next = last.is(GangReservation.APPLY)
                        && answers.get(answers.size() - 1).outcome() instanceof CallOutcome.Done
                ? next(last)
                : Optional.empty();
        next.ifPresentOrElse(
                asked -> jobs.waits().waitFor(last.jobId(), asked.reason(), null),
                () -> processes.partiesHaveAnswered(last.jobId()));
    }

    /** Of a job that has ended meanwhile nobody is asked anything. */
    private Optional<Reservation.Asked> next(PartyCommandRow granted) {
        List<JobRow> rows = jobs.rows(granted.jobId());
        boolean waits = rows.stream().anyMatch(row -> row.isInitiator() && row.status() == JobStatus.WAITING);
        return waits
                ? gang.goOnBehind(
                        granted.party(),
                        granted.jobId(),
                        rows.stream().map(JobRow::party).toList(),
                        parties.of(granted.jobId()))
                : Optional.empty();
    }
}
