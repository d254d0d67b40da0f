package io.fateflow.engine.initiator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.ReportedStatus;
import io.fateflow.engine.task.TaskRow;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.PartyCall;
import io.fateflow.federation.wire.PartyCommands;
import io.fateflow.federation.wire.WireRoutes;

/**
 * What is done about answers to commands. A party that refuses the job, or to start it, makes it fail; one that refuses an
 * attempt has failed in it; that it refuses anything else is written down, and the next command goes out.
 */
public final class CommandAnswers {

    private final CommandOutbox outbox;
    private final SlowParties slow;
    private final CommandBodies bodies;
    private final JobStore jobs;
    private final TaskStore tasks;
    private final ComponentDecision decision;
    private final AwaitedAnswers awaited;
    private final RemoteProcesses processes;

    public CommandAnswers(
            CommandOutbox outbox,
            SlowParties slow,
            CommandBodies bodies,
            JobStore jobs,
            TaskStore tasks,
            ComponentDecision decision,
            AwaitedAnswers awaited,
            RemoteProcesses processes) {
        this.outbox = outbox;
        this.slow = slow;
        this.bodies = bodies;
        this.jobs = jobs;
        this.tasks = tasks;
        this.decision = decision;
        this.awaited = awaited;
        this.processes = processes;
    }

    /** A command that still has to be sent, read without a lock. */
    public Optional<PartyCommandRow> pending(long number) {
        return outbox.find(number).filter(row -> !row.isAnswered());
    }

    /** The call that a command is, with its body as of now. */
    public PartyCall call(PartyCommandRow command) {
        return WireRoutes.parse(command.path(), bodies.of(command))
                .map(PartyCall.class::cast)
                .orElseThrow(() -> new IllegalStateException("no call has the path " + command.path()));
    }

    /** There was no answer in time; that stays written whatever becomes of the current transaction. */
    public void timedOut(PartyCommandRow command, Duration took) {
        slow.timedOut(outbox, command, took);
    }

    /**
     * What waits behind commands that go to a party, if it may go with them: nothing that decides whether the party takes part, which
     * goes first or not at all, but the question whether the job could start, and no second attempt. Read without a lock.
     */
    public List<PartyCommandRow> followers(List<PartyCommandRow> sent) {
        PartyCommandRow last = sent.get(sent.size() - 1);
        List<PartyCommandRow> followers = new ArrayList<>();
        for (PartyCommandRow next : outbox.behind(last, PartyCommands.MOST - 1)) {
            boolean beginsAnother = begins(next)
                    && !Stream.concat(beginning(sent), beginning(followers)).allMatch(next::isOfSameTask);
            if ((isVital(next) && !next.is(GangReservation.CHECK)) || beginsAnother) {
                return followers;
            }
            followers.add(next);
        }
        return followers;
    }

    private static Stream<PartyCommandRow> beginning(List<PartyCommandRow> commands) {
        return commands.stream().filter(CommandAnswers::begins);
    }

    /**
     * Takes what a party has answered to commands of one job, one after the other, and has the next one sent. A second answer to
     * one command changes nothing.
     */
    public void take(List<AnsweredCommand> answers) {
        PartyCommandRow first = answers.get(0).command();
        Optional<TaskRow> attempt = beginning(
                        answers.stream().map(AnsweredCommand::command).toList())
                .findFirst()
                .flatMap(this::lockedAttempt);
        if (answers.stream().map(AnsweredCommand::command).anyMatch(CommandAnswers::isVital)) {
            tasks.lockOngoing(first.jobId());
        }
        outbox.lock(first.jobId());
        Set<Long> unanswered = outbox.unanswered(numbers(answers));
        List<AnsweredCommand> news = answers.stream()
                .filter(answer -> unanswered.contains(answer.command().number()))
                .toList();
        if (news.isEmpty()) {
            return;
        }
        write(news);
        // before anything else is written: it would find nobody under way, and go out, too
        outbox.sendNext(first.jobId(), first.party());
        news.forEach(answer -> answer.refusal().ifPresent(refusal -> refused(answer.command(), refusal, attempt)));
        awaited.have(news);
    }

    private void write(List<AnsweredCommand> answers) {
        Map<Answered, List<AnsweredCommand>> alike =
                answers.stream().collect(Collectors.groupingBy(Answered::of, LinkedHashMap::new, Collectors.toList()));
        alike.forEach((answered, those) -> outbox.answered(numbers(those), answered.retcode(), answered.message()));
        answers.stream()
                .filter(answer ->
                        answer.refusal().isPresent() && answer.command().is("create"))
                .map(AnsweredCommand::command)
                .forEach(command -> outbox.dropAll(command.jobId(), command.party()));
    }

    private static List<Long> numbers(List<AnsweredCommand> answers) {
        return answers.stream().map(answer -> answer.command().number()).toList();
    }

    /** What is written down of an answer. */
    private record Answered(int retcode, String message) {
        static Answered of(AnsweredCommand answer) {
            return new Answered(
                    CommandAnswers.retcode(answer.outcome()),
                    answer.refusal().map(Answer::retmsg).orElse(""));
        }
    }

    private static int retcode(CallOutcome outcome) {
        if (outcome instanceof CallOutcome.Refused refused) {
            return refused.answer().retcode();
        }
        return outcome instanceof CallOutcome.NotEffective ? Answer.NOT_EFFECTIVE : Answer.SUCCESS;
    }

    /** Without it the party takes no part in the job. */
    private static boolean isVital(PartyCommandRow command) {
        return command.is("create") || command.is(GangReservation.CHECK) || command.is("start");
    }

    private static boolean begins(PartyCommandRow command) {
        return !command.taskId().isEmpty()
                && (command.action().equals("status/running")
                        || command.action().equals("start"));
    }

    private Optional<TaskRow> lockedAttempt(PartyCommandRow command) {
        return tasks.lockLatest(command.taskId()).stream()
                .filter(row -> row.key().party().equals(command.party()))
                .findFirst();
    }

    private void refused(PartyCommandRow command, Answer refusal, Optional<TaskRow> attempt) {
        String words = refusal.retmsg();
        int retcode = refusal.retcode();
        if (command.is("create")) {
            // it may have done an earlier try whose answer was lost
            outbox.add(new JobCall.StopJob(new JobAddress(command.jobId(), command.party()), JobStatus.FAILED));
        }
        if (refusal.saysJobIsCanceled()) {
            canceledThere(command);
            return;
        }
        if (isVital(command) && !(command.is(GangReservation.CHECK) && retcode == Answer.RUNNING)) {
            jobs.statuses()
                    .error(
                            command.jobId(),
                            "FFB-3003 %s refused %s of the job with retcode %d: %s"
                                    .formatted(command.party(), command.action(), retcode, words));
            processes.partyHasRefused(command.jobId());
        }
        attempt.filter(row -> begins(command))
                .ifPresent(row -> decision.reported(
                        row,
                        new ReportedStatus(
                                TaskStatus.FAILED,
                                null,
                                null,
                                null,
                                "FFB-3004 %s refused %s of the task with retcode %d: %s"
                                        .formatted(command.party(), command.action(), retcode, words))));
    }

    /** Somebody has stopped the job there, and what told of it has not come through. */
    private void canceledThere(PartyCommandRow command) {
        String why = "FFB-6351 party %s has stopped the job"
                .formatted(command.party().idText());
        jobs.statuses().error(command.jobId(), why);
        processes.partyHasCanceled(command.jobId(), why);
    }
}
