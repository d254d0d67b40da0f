package io.fateflow.engine.process;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.CommandAnswers;
import io.fateflow.engine.initiator.CommandKey;
import io.fateflow.engine.initiator.PartyCommandRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.outgoing.CallOutcome;

/**
 * Sends one command to a party on another site, and takes the answer. No row is locked while the party is awaited; a command
 * that nobody answered is a failed job, which the engine repeats, and in the end an incident that names the party.
 */
public final class SendCommand extends Step {

    private final CommandAnswers answers;
    private final PartyCalls calls;
    private final JobStore jobs;
    private final UnreachableParties silent;
    private final Clock clock;

    public SendCommand(
            CommandAnswers answers, PartyCalls calls, JobStore jobs, UnreachableParties silent, Clock clock) {
        this.answers = answers;
        this.calls = calls;
        this.jobs = jobs;
        this.silent = silent;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        Optional<PartyCommandRow> pending = answers.pending(CommandKey.numberOf(execution.getProcessBusinessKey()));
        pending.ifPresent(this::send);
    }

    private void send(PartyCommandRow command) {
        if (command.notBefore() > clock.millis()) {
            throw new DeferredException(
                    "%s may still be doing %s"
                            .formatted(command.party(), command.key().name()),
                    Instant.ofEpochMilli(command.notBefore()));
        }
        Party sender = jobs.initiatorRow(command.jobId()).orElseThrow().party();
        long receiver = command.party().partyId();
        Duration limit = command.stops() ? PartyCalls.STOP_LIMIT : PartyCalls.LIMIT;
        CallOutcome outcome = calls.command(sender, receiver, answers.call(command), command.number(), limit);
        if (outcome instanceof CallOutcome.Unreachable) {
            silent.silent(receiver);
            throw notReached(
                    "FFB-6402 %s does not answer %s of job %s: %s; it is sent when that party is heard of, or by"
                            + " a retry: restore the connection, or stop the job",
                    command, outcome);
        }
        if (outcome instanceof CallOutcome.TimedOut late) {
            answers.timedOut(command, late.after());
            throw notReached(
                    "FFB-3030 %s takes too long to answer %s of job %s: %s; it is sent again when it has had time"
                            + " to finish: look how busy that party is, or stop the job",
                    command, outcome);
        }
        answers.take(command, outcome);
        silent.heard(receiver);
    }

    private static PartyNotReachedException notReached(String words, PartyCommandRow command, CallOutcome outcome) {
        return new PartyNotReachedException(
                words.formatted(command.party(), command.key().name(), command.jobId(), outcome.trouble()));
    }
}
