package io.fateflow.engine.process;

import java.util.Optional;

import org.camunda.bpm.engine.delegate.DelegateExecution;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.consent.ConsentRequest;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentStore;
import io.fateflow.engine.job.JobRow;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.resource.JobGate;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.JobAddress;
import io.fateflow.federation.wire.JobCall;

/**
 * Somebody has decided: the job's initiator asks again at once. One on another site gets the sign of life that FATE Flow knows;
 * should it not arrive, or mean nothing to it, it asks by itself after its pause.
 */
public final class TellInitiatorOfConsent extends Step {

    private static final Logger LOG = LoggerFactory.getLogger(TellInitiatorOfConsent.class);

    private final ConsentStore store;
    private final JobStore jobs;
    private final JobGate gate;
    private final EngineProcesses processes;
    private final PartyCalls calls;

    public TellInitiatorOfConsent(
            ConsentStore store, JobStore jobs, JobGate gate, EngineProcesses processes, PartyCalls calls) {
        this.store = store;
        this.jobs = jobs;
        this.gate = gate;
        this.processes = processes;
        this.calls = calls;
    }

    @Override
    void run(DelegateExecution execution) {
        Optional<ConsentRow> row = store.find((Long) execution.getVariable(ApplyConsentPolicy.CONSENT));
        row.map(ConsentRow::request).ifPresent(this::tell);
    }

    private void tell(ConsentRequest request) {
        Optional<JobRow> here = jobs.initiatorRow(request.jobId());
        if (here.isPresent()) {
            // the job looks and begins to wait with its gate locked
            gate.lock(
                    request.jobId(),
                    here.get().initiator().role(),
                    here.get().initiator().idText());
            processes.admit(request.jobId());
            return;
        }
        CallOutcome outcome = calls.call(
                request.own(),
                request.initiator().partyId(),
                JobCall.heartbeat(
                        new JobAddress(request.jobId(), request.initiator()),
                        new JobAddress(request.jobId(), request.own())));
        if (!outcome.isSettled()) {
            LOG.info("{} will hear by its own question what was decided: {}", request.initiator(), outcome.trouble());
        }
    }
}
