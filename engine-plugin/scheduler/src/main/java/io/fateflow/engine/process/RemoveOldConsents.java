package io.fateflow.engine.process;

import java.time.Clock;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.housekeeping.OldConsents;
import io.fateflow.engine.housekeeping.Retention;

/** Removes consents of jobs that are gone and whose retention is over, some in each run. */
public final class RemoveOldConsents extends Step {

    private static final int MOST = 500;

    private final OldConsents consents;
    private final Retention retention;
    private final Clock clock;

    public RemoveOldConsents(OldConsents consents, Retention retention, Clock clock) {
        this.consents = consents;
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        long now = clock.millis();
        consents.remove(now - retention.consents().toMillis(), now, MOST);
    }
}
