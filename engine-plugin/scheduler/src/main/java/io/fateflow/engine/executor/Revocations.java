package io.fateflow.engine.executor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;

/** Wakes the workers of all nodes that wait to hear which of their tasks are not wanted any more. */
public final class Revocations {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition revoked = lock.newCondition();
    private final NodeChannel nodes;
    private long count;

    public Revocations(NodeChannel nodes) {
        this.nodes = nodes;
    }

    /** Wakes them once the current transaction is committed. */
    public void signalAfterCommit() {
        nodes.tell(new NodeSignal.Revoked());
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                signal();
            }
        });
    }

    /** Wakes those of this node now. */
    public void signal() {
        lock.lock();
        try {
            count++;
            revoked.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Looks, and looks again after each signal, until something is found or the time is up.
     *
     * @param look what is revoked now; called without the lock
     */
    List<String> await(Supplier<List<String>> look, Duration wait) throws InterruptedException {
        long left = wait.toNanos();
        while (true) {
            long seen = seen();
            List<String> found = look.get();
            if (!found.isEmpty() || left <= 0) {
                return found;
            }
            left = awaitSignal(seen, left);
        }
    }

    private long seen() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    private long awaitSignal(long seen, long nanos) throws InterruptedException {
        long left = nanos;
        lock.lockInterruptibly();
        try {
            while (count == seen && left > 0) {
                left = revoked.awaitNanos(left);
            }
            return left;
        } finally {
            lock.unlock();
        }
    }
}
