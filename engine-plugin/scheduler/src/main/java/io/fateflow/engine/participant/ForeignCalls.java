package io.fateflow.engine.participant;

import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.springframework.dao.DuplicateKeyException;

import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.InitiatorCall;
import io.fateflow.federation.wire.JobCall;
import io.fateflow.federation.wire.PartyCall;
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
        Answer answer = once(call, headers);
        String caller = headers.srcPartyId();
        if (!caller.isEmpty()) {
            heard.accept(Long.parseLong(caller));
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
        if (call instanceof JobCall ofJob) {
            long number = ofJob.onlyLooks() ? 0 : headers.commandNumber();
            return inOrder(ofJob, headers.srcPartyId(), number, () -> jobs.handle(ofJob, headers));
        }
        if (call instanceof TaskCall ofTask) {
            return inOrder(ofTask, headers.srcPartyId(), headers.commandNumber(), () -> tasks.handle(ofTask, headers));
        }
        if (call instanceof InitiatorCall.Report report) {
            return transactions.execute(() -> initiator.handle(report, headers));
        }
        return call instanceof InitiatorCall ofInitiator
                ? initiator.handle(ofInitiator, headers)
                : site.handle((SiteCall) call, headers);
    }

    private Answer inOrder(PartyCall call, String sender, long number, Supplier<Answer> work) {
        return transactions.execute(() -> order.inOrder(call.at().job(), sender, number, work));
    }
}
