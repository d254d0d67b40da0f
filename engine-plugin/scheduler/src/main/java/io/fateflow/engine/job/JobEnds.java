package io.fateflow.engine.job;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells listeners of this node, after the commit, that a job has ended at a party of this site. */
public final class JobEnds {

    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /**
     * Has somebody told the ids of such jobs, on the thread that committed: it must be quick, and must not throw. An end is told
     * once, or again if a party hears of it again, or never if the server dies behind the commit.
     */
    public void register(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Tells them once the current transaction is committed. */
    public void tellAfterCommit(String jobId) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                listeners.forEach(listener -> listener.accept(jobId));
            }
        });
    }
}
