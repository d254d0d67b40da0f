package io.fateflow.engine.executor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells others on this node, after the commit, that an attempt of a component has ended at all parties. */
public final class AttemptEnds {

    /** Hears of ended attempts. It must not throw, and is called once or, after a crash, never. */
    @FunctionalInterface
    public interface Listener {
        void ended(String taskId, int version);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    public void register(Listener listener) {
        listeners.add(listener);
    }

    /** Tells them once the current transaction is committed. */
    public void tellAfterCommit(String taskId, int version) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                listeners.forEach(listener -> listener.ended(taskId, version));
            }
        });
    }
}
