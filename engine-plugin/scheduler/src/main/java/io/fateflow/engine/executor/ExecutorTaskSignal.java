package io.fateflow.engine.executor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.camunda.bpm.engine.impl.ProcessEngineImpl;
import org.camunda.bpm.engine.impl.util.SingleConsumerCondition;

/**
 * Wakes fetchers of this node when a transaction that created an external task is committed. It is the engine's own
 * hook, which is internal: this is the one class that knows it.
 */
public final class ExecutorTaskSignal {

    /** Wakes them without such a transaction of this node. */
    void wake() {
        ProcessEngineImpl.EXT_TASK_CONDITIONS.signalAll();
    }

    /** Looks, and looks again after each signal, until something is found or the time is up. */
    <T> List<T> await(Supplier<List<T>> look, Duration wait) throws InterruptedException {
        SingleConsumerCondition condition = new SingleConsumerCondition(Thread.currentThread());
        ProcessEngineImpl.EXT_TASK_CONDITIONS.addConsumer(condition);
        try {
            long deadline = System.nanoTime() + wait.toNanos();
            while (true) {
                List<T> found = look.get();
                long left = deadline - System.nanoTime();
                if (!found.isEmpty() || left <= 0) {
                    return found;
                }
                condition.await(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            ProcessEngineImpl.EXT_TASK_CONDITIONS.removeConsumer(condition);
        }
    }
}
