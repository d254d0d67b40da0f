package io.fateflow.engine.process;

import java.time.Clock;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.housekeeping.Retention;

/** Removes entries of the audit log whose retention is over. */
public final class RemoveOldAuditEntries extends Step {

    private final AuditLog audit;
    private final Retention retention;
    private final Clock clock;

    public RemoveOldAuditEntries(AuditLog audit, Retention retention, Clock clock) {
        this.audit = audit;
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        audit.removeBefore(clock.millis() - retention.audit().toMillis());
    }
}
