package io.fateflow.engine.process;

import java.time.Clock;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.housekeeping.Retention;

/** Removes entries of the audit log whose retention is over, from the chain's beginning. */
public final class RemoveOldAuditEntries extends Step {

    private final AuditChain chain;
    private final Retention retention;
    private final Clock clock;

    public RemoveOldAuditEntries(AuditChain chain, Retention retention, Clock clock) {
        this.chain = chain;
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        chain.removeBefore(clock.millis() - retention.audit().toMillis());
    }
}
