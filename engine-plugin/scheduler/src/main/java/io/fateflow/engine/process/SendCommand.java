package io.fateflow.engine.process;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.AnsweredCommand;
import io.fateflow.engine.initiator.CommandAnswers;
import io.fateflow.engine.initiator.CommandKey;
import io.fateflow.engine.initiator.PartyCommandRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.PartyCommands;

/**
 * Sends a command to a party on another site, and those that wait behind it, and takes the answers. No row is locked while the
 * party is awaited; a command that nobody answered is a failed job, which the engine repeats, and in the end an incident that names the party.
 */
public final class SendCommand extends Sending {

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
    void send(String businessKey) {
        Optional<PartyCommandRow> pending = answers.pending(CommandKey.numberOf(businessKey));
        pending.ifPresent(this::send);
    }

    private void send(PartyCommandRow command) {
        Party sender = jobs.initiatorRow(command.jobId()).orElseThrow().party();
        long receiver = command.party().partyId();
        demandDue(command);
        answers.take(withFollowers(sender, command));
        silent.heard(receiver);
    }

    /**
     * What waits behind a command that the party has done goes out at once, also what has come meanwhile, as long as the party does
     * that, too: a process for each cost a sixth to a third of the processor time of a component between sites.
     */
    private List<AnsweredCommand> withFollowers(Party sender, PartyCommandRow head) {
        long end = System.nanoTime() + FOLLOWED.toNanos();
        List<AnsweredCommand> answered = new ArrayList<>();
        // who was too slow is not asked for more than it was
        List<PartyCommandRow> next = head.timeouts() > 0
                ? List.of(head)
                : Stream.concat(Stream.of(head), followers(List.of(head))).toList();
        while (!next.isEmpty()) {
            boolean isOut = send(sender, next, end, answered);
            demandAnswer(answered.get(0));
            next = isOut && goesOn(answered, end)
                    ? followers(answered.stream().map(AnsweredCommand::command).toList())
                            .toList()
                    : List.of();
        }
        return answered.stream().filter(each -> each.outcome().isAnswer()).toList();
    }

    private static boolean goesOn(List<AnsweredCommand> answered, long end) {
        return answered.get(answered.size() - 1).outcome().isSettled() && System.nanoTime() < end;
    }

    private Stream<PartyCommandRow> followers(List<PartyCommandRow> sent) {
        return answers.followers(sent).stream().takeWhile(this::isDue);
    }

    /**
     * Sends commands.
     *
     * @param answered gets what came of each that was sent, up to the first that was not done
     * @return false if the turn of the rest comes later, in a process of its own
     */
    private boolean send(Party sender, List<PartyCommandRow> commands, long end, List<AnsweredCommand> answered) {
        try {
            if (commands.size() > 1
                    && calls.takesTogether(commands.get(0).party().partyId())) {
                answered.addAll(together(sender, commands));
            } else {
                oneByOne(sender, commands, end, answered);
            }
            return true;
        } catch (DeferredException itsTurnComesLater) {
            if (answered.isEmpty()) {
                throw itsTurnComesLater;
            }
            return false;
        }
    }

    /** In one message: a call for each cost the receiver a tenth of the processor time of a component. */
    private List<AnsweredCommand> together(Party sender, List<PartyCommandRow> commands) {
        PartyCommandRow first = commands.get(0);
        PartyCommands message = new PartyCommands(
                new JobAddress(first.jobId(), first.party()),
                commands.stream()
                        .map(command -> new PartyCommands.Numbered(command.number(), answers.call(command)))
                        .toList());
        List<CallOutcome> outcomes = calls.commands(sender, first.party().partyId(), message, limit(commands));
        List<AnsweredCommand> answered = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            answered.add(new AnsweredCommand(commands.get(i), settled(commands.get(i), outcomes.get(i))));
        }
        return answered;
    }

    private void oneByOne(Party sender, List<PartyCommandRow> commands, long end, List<AnsweredCommand> answered) {
        for (PartyCommandRow command : commands) {
            answered.add(new AnsweredCommand(command, call(sender, command)));
            if (!goesOn(answered, end)) {
                return;
            }
        }
    }

    private void demandAnswer(AnsweredCommand first) {
        CallOutcome outcome = first.outcome();
        if (outcome instanceof CallOutcome.Unreachable) {
            silent.silent(first.command().party().partyId());
            throw notReached(
                    "FFB-6402 %s does not answer %s of job %s: %s; it is sent when that party is heard of, or by"
                            + " a retry: restore the connection, or stop the job",
                    first);
        }
        if (outcome instanceof CallOutcome.TimedOut) {
            throw notReached(
                    "FFB-3030 %s takes too long to answer %s of job %s: %s; it is sent again when it has had time"
                            + " to finish: look how busy that party is, or stop the job",
                    first);
        }
    }

    private boolean isDue(PartyCommandRow command) {
        return command.notBefore() <= clock.millis();
    }

    private void demandDue(PartyCommandRow command) {
        if (!isDue(command)) {
            throw new DeferredException(
                    "%s may still be doing %s"
                            .formatted(command.party(), command.key().name()),
                    Instant.ofEpochMilli(command.notBefore()));
        }
    }

    private static Duration limit(List<PartyCommandRow> commands) {
        return commands.stream().anyMatch(PartyCommandRow::stops) ? PartyCalls.STOP_LIMIT : PartyCalls.LIMIT;
    }

    private CallOutcome call(Party sender, PartyCommandRow command) {
        return settled(
                command,
                calls.command(
                        sender,
                        command.party().partyId(),
                        answers.call(command),
                        command.number(),
                        limit(List.of(command))));
    }

    private CallOutcome settled(PartyCommandRow command, CallOutcome outcome) {
        if (outcome instanceof CallOutcome.TimedOut late) {
            answers.timedOut(command, late.after());
        }
        if (outcome instanceof CallOutcome.Refused refused && refused.answer().saysLaterOneWasTaken()) {
            // a later one only goes out when this one is done: this server fell behind them, or its transaction failed
            return new CallOutcome.NotEffective(refused.answer());
        }
        return outcome;
    }

    private static PartyNotReachedException notReached(String words, AnsweredCommand first) {
        PartyCommandRow command = first.command();
        return new PartyNotReachedException(words.formatted(
                command.party(),
                command.key().name(),
                command.jobId(),
                first.outcome().trouble()));
    }
}
