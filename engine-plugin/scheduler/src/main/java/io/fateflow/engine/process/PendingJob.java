package io.fateflow.engine.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.dsl.JobPlan;

/**
 * A compiled job on its way from <i>Compile DSL</i> to <i>Create job at parties</i>: it lives as long as their common
 * transaction, and is never a process variable.
 *
 * @param runtimeConf the conf with completed common parameters
 * @param trainConf the conf of the training that a predict job goes back to, otherwise empty
 * @param name the platform's own business key, empty if it gave none
 */
record PendingJob(JobPlan plan, ObjectNode runtimeConf, ObjectNode trainConf, String dagKey, String name) {

    /** Keeps it for the next step of the current transaction. */
    void keep() {
        TransactionSynchronizationManager.bindResource(PendingJob.class, this);
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                TransactionSynchronizationManager.unbindResourceIfPossible(PendingJob.class);
            }
        });
    }

    /** @throws IllegalStateException if the step before was not in this transaction */
    static PendingJob take() {
        return (PendingJob) TransactionSynchronizationManager.unbindResource(PendingJob.class);
    }
}
