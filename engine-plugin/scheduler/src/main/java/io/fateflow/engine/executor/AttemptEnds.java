package io.fateflow.engine.executor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;

/** Tells others on all nodes, after the commit, that an attempt of a component has ended at all parties. */
public final class AttemptEnds {

    /** Hears of ended attempts. It must not throw, and is called once or, after a crash, never. */
    @FunctionalInterface
    public interface Listener {
        void ended(String taskId, int version);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final NodeChannel nodes;

    public AttemptEnds(NodeChannel nodes) {
        this.nodes = nodes;
    }

    public void register(Listener listener) {
        listeners.add(listener);
    }

    /** Tells them once the current transaction is committed. */
    public void tellAfterCommit(String taskId, int version) {
        nodes.tell(new NodeSignal.AttemptEnded(taskId, version));
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                heard(taskId, version);
            }
        });
    }

    /** Tells those on this node of an end that another node has committed. */
    void heard(String taskId, int version) {
        listeners.forEach(listener -> listener.ended(taskId, version));
    }
}
