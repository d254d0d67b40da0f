package io.fateflow.engine.process;

import java.time.Duration;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.outgoing.CallOutcome;
import io.fateflow.engine.federation.outgoing.PartyTransport;
import io.fateflow.engine.federation.outgoing.Tries;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.remote.CommandAnswers;
import io.fateflow.engine.remote.CommandKey;
import io.fateflow.engine.remote.PartyCommandRow;

/**
 * Sends one command to a party on another site, and takes the answer. No row is locked while the party is awaited; a command
 * that nobody answered is a failed job, which the engine repeats, and in the end an incident that names the party.
 */
public final class SendCommand extends Step {

    // not longer than the engine locks the job
    private static final Tries TRIES = Tries.once().within(Duration.ofSeconds(15));

    private final CommandAnswers answers;
    private final PartyTransport transport;
    private final JobStore jobs;
    private final SilentParties silent;

    public SendCommand(CommandAnswers answers, PartyTransport transport, JobStore jobs, SilentParties silent) {
        this.answers = answers;
        this.transport = transport;
        this.jobs = jobs;
        this.silent = silent;
    }

    @Override
    void run(DelegateExecution execution) {
        Optional<PartyCommandRow> pending = answers.pending(CommandKey.numberOf(execution.getProcessBusinessKey()));
        pending.ifPresent(this::send);
    }

    private void send(PartyCommandRow command) {
        Party sender = jobs.initiatorRow(command.jobId()).orElseThrow().party();
        long receiver = command.party().partyId();
        CallOutcome outcome = transport.command(sender, receiver, answers.call(command), command.number(), TRIES);
        if (outcome instanceof CallOutcome.Unreachable || outcome instanceof CallOutcome.TimedOut) {
            silent.silent(receiver);
            throw new PartyNotReachedException(
                    ("FFB-6402 %s does not answer %s of job %s: %s; it is sent when that party is"
                                    + " heard of, or by a retry: restore the connection, or stop the job")
                            .formatted(command.party(), command.key().name(), command.jobId(), outcome.trouble()));
        }
        answers.take(command, outcome);
        silent.heard(receiver);
    }
}
