package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.DelegateExecution;

/** Nobody has decided in time: that is a refusal. */
public final class ExpireConsent extends Step {

    private final ConsentDecisions decisions;

    public ExpireConsent(ConsentDecisions decisions) {
        this.decisions = decisions;
    }

    @Override
    void run(DelegateExecution execution) {
        decisions.expire((Long) execution.getVariable(ApplyConsentPolicy.CONSENT));
    }
}
