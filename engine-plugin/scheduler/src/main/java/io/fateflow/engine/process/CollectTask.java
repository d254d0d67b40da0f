package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.BpmnError;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.dsl.Party;
import io.fateflow.engine.initiator.RemoteAttempt;
import io.fateflow.engine.initiator.RemoteReports;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.TaskCall;

/**
 * Asks a party on another site how its attempt is doing: it may never say so by itself, or its report may be lost. Whether it
 * answers or not, it is asked again as long as the attempt is awaited; commands are what says that a party is away. An instance
 * for the whole job looks every now and then which attempts have to be asked for; most have ended by then.
 */
public final class CollectTask extends Step {

    private final RemoteReports reports;
    private final JobStore jobs;
    private final PartyCalls calls;
    private final UnreachableParties silent;

    public CollectTask(RemoteReports reports, JobStore jobs, PartyCalls calls, UnreachableParties silent) {
        this.reports = reports;
        this.jobs = jobs;
        this.calls = calls;
        this.silent = silent;
    }

    @Override
    void run(DelegateExecution execution) {
        String key = execution.getProcessBusinessKey();
        if (TaskKey.isBusinessKey(key) ? collect(TaskKey.parse(key)) : lookAfter(key)) {
            throw new BpmnError(BpmnEvents.STILL_RUNNING);
        }
    }

    private boolean lookAfter(String jobId) {
        reports.askForAwaited(jobId);
        return jobs.initiatorRow(jobId).filter(job -> !job.status().isEnd()).isPresent();
    }

    private boolean collect(TaskKey key) {
        reports.awaited(key).ifPresent(attempt -> collect(key, attempt));
        return reports.awaited(key).isPresent();
    }

    private void collect(TaskKey key, RemoteAttempt attempt) {
        Party party = attempt.at().party();
        CallOutcome outcome = calls.call(attempt.sender(), party.partyId(), new TaskCall.CollectTask(attempt.at()));
        if (outcome instanceof CallOutcome.Done done && done.answer().data() != null) {
            reports.collected(key, done.answer().data());
            silent.heard(party.partyId());
        }
    }
}
