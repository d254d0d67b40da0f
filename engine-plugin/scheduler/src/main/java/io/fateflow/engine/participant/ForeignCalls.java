package io.fateflow.engine.participant;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

import org.springframework.dao.DuplicateKeyException;

import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.PartyCall;
import io.fateflow.federation.wire.PartyCommands;
import io.fateflow.federation.wire.SiteCall;
import io.fateflow.federation.wire.TaskCall;
import io.fateflow.federation.wire.WireCall;

/** Hands each call to those who do it, in a transaction of its own. */
public final class ForeignCalls implements PartyWireHandler {

    private final ForeignJobs jobs;
    private final ForeignTasks tasks;
    private final InitiatorCallHandler initiator;
    private final SiteCallHandler site;
    private final CommandOrder order;
    private final Transactions transactions;
    private final LongConsumer heard;

    /**
     * Makes the entrance.
     *
     * @param heard is told the party id of whoever calls, when that is done
     */
    public ForeignCalls(
            ForeignJobs jobs,
            ForeignTasks tasks,
            InitiatorCallHandler initiator,
            SiteCallHandler site,
            CommandOrder order,
            Transactions transactions,
            LongConsumer heard) {
        this.jobs = jobs;
        this.tasks = tasks;
        this.initiator = initiator;
        this.site = site;
        this.order = order;
        this.transactions = transactions;
        this.heard = heard;
    }

    @Override
    public Answer handle(WireCall call, CallHeaders headers) {
        Answer answer = call instanceof PartyCommands commands ? together(commands, headers) : once(call, headers);
        String caller = headers.srcPartyId();
        if (!caller.isEmpty()) {
            heard.accept(Long.parseLong(caller));
        }
        return answer;
    }

    /** As if each had come alone, with fewer transactions. */
    private Answer together(PartyCommands message, CallHeaders headers) {
        List<Answer> answers = new ArrayList<>();
        for (List<PartyCommands.Numbered> commands : message.parts()) {
            answers.addAll(inOneTransaction(commands, headers));
            Answer last = answers.get(answers.size() - 1);
            if (last.retcode() == Answer.PERMISSION_ERROR) {
                return last;
            }
            if (!PartyCommands.goesOn(last)) {
                break;
            }
        }
        return PartyCommands.answer(answers);
    }

    private List<Answer> inOneTransaction(List<PartyCommands.Numbered> commands, CallHeaders headers) {
        List<Answer> answers = new ArrayList<>();
        try {
            transactions.execute(() -> {
                answers.clear();
                return inOrder(commands, answers, headers);
            });
        } catch (LateCommand | DuplicateKeyException e) {
            // nothing of it is done, and what stands before a command that is late may not be
            answers.clear();
            done(commands, answers, each -> once(each.call(), headers.numbered(each.number())));
        }
        return answers;
    }

    private Answer inOrder(List<PartyCommands.Numbered> commands, List<Answer> answers, CallHeaders headers) {
        List<Long> numbers =
                commands.stream().map(PartyCommands.Numbered::number).toList();
        if (commands.size() == 1
                || !isAscending(numbers)
                || commands.stream().anyMatch(each -> onlyLooks(each.call()) || makesTheJob(each.call()))) {
            return done(commands, answers, each -> command(each.call(), headers.numbered(each.number())));
        }
        return order.together(commands.get(0).call().at().job(), numbers, () -> {
            done(commands, answers, each -> carriedOut(each.call(), headers.numbered(each.number())));
            return answers;
        });
    }

    private static boolean isAscending(List<Long> numbers) {
        return IntStream.range(1, numbers.size()).allMatch(i -> numbers.get(i - 1) < numbers.get(i));
    }

    /** @return the last answer, that to the first that was not done */
    private static Answer done(
            List<PartyCommands.Numbered> commands,
            List<Answer> answers,
            Function<PartyCommands.Numbered, Answer> work) {
        Answer answer = Answer.success();
        for (PartyCommands.Numbered command : commands) {
            answer = work.apply(command);
            answers.add(answer);
            if (!PartyCommands.goesOn(answer)) {
                break;
            }
        }
        return answer;
    }

    private Answer once(WireCall call, CallHeaders headers) {
        try {
            return dispatch(call, headers);
        } catch (LateCommand e) {
            return Answer.failure(Answer.OPERATING_ERROR, String.valueOf(e.getMessage()));
        } catch (DuplicateKeyException e) {
            // the same call, sent again while the first was under way: now its rows are there
            return dispatch(call, headers);
        }
    }

    private Answer dispatch(WireCall call, CallHeaders headers) {
        if (call instanceof PartyCall ofParty) {
            return transactions.execute(() -> command(ofParty, headers));
        }
        if (call instanceof InitiatorCall.Report report) {
            return transactions.execute(() -> initiator.handle(report, headers));
        }
        return call instanceof InitiatorCall ofInitiator
                ? initiator.handle(ofInitiator, headers)
                : site.handle((SiteCall) call, headers);
    }

    private Answer command(PartyCall call, CallHeaders headers) {
        return order.inOrder(
                call.at().job(),
                headers.srcPartyId(),
                onlyLooks(call) ? 0 : headers.commandNumber(),
                () -> carriedOut(call, headers));
    }

    /** Before it, there is no row whose last command could be asked for. */
    private static boolean makesTheJob(PartyCall call) {
        return call instanceof JobCall.CreateJob;
    }

    private static boolean onlyLooks(PartyCall call) {
        return call instanceof JobCall ofJob && ofJob.onlyLooks();
    }

    private Answer carriedOut(PartyCall call, CallHeaders headers) {
        return call instanceof JobCall ofJob ? jobs.handle(ofJob, headers) : tasks.handle((TaskCall) call, headers);
    }
}
