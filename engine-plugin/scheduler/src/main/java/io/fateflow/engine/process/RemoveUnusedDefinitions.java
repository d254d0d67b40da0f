package io.fateflow.engine.process;

import java.time.Clock;

import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.housekeeping.OldDefinitions;
import io.fateflow.engine.housekeeping.Retention;

/** Removes compiled DAGs that nothing needs: what the last run has forgotten, then forgets more. */
public final class RemoveUnusedDefinitions extends Step {

    private static final int MOST = 100;

    private final OldDefinitions definitions;
    private final Retention retention;
    private final Clock clock;

    public RemoveUnusedDefinitions(OldDefinitions definitions, Retention retention, Clock clock) {
        this.definitions = definitions;
        this.retention = retention;
        this.clock = clock;
    }

    @Override
    void run(DelegateExecution execution) {
        RepositoryService repository = execution.getProcessEngineServices().getRepositoryService();
        definitions.unused(MOST).forEach(id -> repository.deleteDeployment(id, false));
        definitions.forget(clock.millis() - retention.definitions().toMillis());
    }
}
