package io.fateflow.engine.process;

import org.camunda.bpm.engine.delegate.DelegateExecution;

import io.fateflow.engine.housekeeping.FileRetentions;

/** Removes, on this node, the files whose retention is over. */
public final class RemoveOldFiles extends Step {

    private final FileRetentions keepers;

    public RemoveOldFiles(FileRetentions keepers) {
        this.keepers = keepers;
    }

    @Override
    void run(DelegateExecution execution) {
        keepers.tidy();
    }
}
