package io.fateflow.engine.process;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.AnsweredCommand;
import io.fateflow.engine.initiator.CommandAnswers;
import io.fateflow.engine.initiator.CommandKey;
import io.fateflow.engine.initiator.PartyCommandRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.outgoing.CallOutcome;

/**
 * Sends a command to a party on another site, and those that wait behind it, and takes the answers. No row is locked while the
 * party is awaited; a command that nobody answered is a failed job, which the engine repeats, and in the end an incident that names the party.
 */
public final class SendCommand extends Step {

    /** The engine's lock of the job is longer than this and the longest call. */
    private static final Duration FOLLOWED = Duration.ofSeconds(5);

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
        Party sender = jobs.initiatorRow(command.jobId()).orElseThrow().party();
        long receiver = command.party().partyId();
        CallOutcome outcome = call(sender, command);
        if (outcome instanceof CallOutcome.Unreachable) {
            silent.silent(receiver);
            throw notReached(
                    "FFB-6402 %s does not answer %s of job %s: %s; it is sent when that party is heard of, or by"
                            + " a retry: restore the connection, or stop the job",
                    command, outcome);
        }
        if (outcome instanceof CallOutcome.TimedOut) {
            throw notReached(
                    "FFB-3030 %s takes too long to answer %s of job %s: %s; it is sent again when it has had time"
                            + " to finish: look how busy that party is, or stop the job",
                    command, outcome);
        }
        answers.take(withFollowers(sender, new AnsweredCommand(command, outcome)));
        silent.heard(receiver);
    }

    /**
     * What waits behind a command that the party has done goes out at once, as long as it does that, too: a process for each
     * cost a sixth to a third of the processor time of a component between sites. One that is not done gets its own.
     */
    private List<AnsweredCommand> withFollowers(Party sender, AnsweredCommand head) {
        List<AnsweredCommand> done = new ArrayList<>(List.of(head));
        long end = System.nanoTime() + FOLLOWED.toNanos();
        while (done.get(done.size() - 1).outcome().isSettled() && System.nanoTime() < end) {
            Optional<AnsweredCommand> next = answers.follower(done).flatMap(command -> tried(sender, command));
            if (next.isEmpty()) {
                return done;
            }
            done.add(next.get());
        }
        return done;
    }

    private Optional<AnsweredCommand> tried(Party sender, PartyCommandRow command) {
        try {
            CallOutcome outcome = call(sender, command);
            return outcome.isAnswer() ? Optional.of(new AnsweredCommand(command, outcome)) : Optional.empty();
        } catch (DeferredException itsTurnComesLater) {
            return Optional.empty();
        }
    }

    private CallOutcome call(Party sender, PartyCommandRow command) {
        if (command.notBefore() > clock.millis()) {
            throw new DeferredException(
                    "%s may still be doing %s"
                            .formatted(command.party(), command.key().name()),
                    Instant.ofEpochMilli(command.notBefore()));
        }
        Duration limit = command.stops() ? PartyCalls.STOP_LIMIT : PartyCalls.LIMIT;
        CallOutcome outcome =
                calls.command(sender, command.party().partyId(), answers.call(command), command.number(), limit);
        if (outcome instanceof CallOutcome.TimedOut late) {
            answers.timedOut(command, late.after());
        }
        if (outcome instanceof CallOutcome.Refused refused && refused.answer().saysLaterOneWasTaken()) {
            // a later one only goes out when this one is done: this server fell behind them, or its transaction failed
            return new CallOutcome.NotEffective(refused.answer());
        }
        return outcome;
    }

    private static PartyNotReachedException notReached(String words, PartyCommandRow command, CallOutcome outcome) {
        return new PartyNotReachedException(
                words.formatted(command.party(), command.key().name(), command.jobId(), outcome.trouble()));
    }
}
