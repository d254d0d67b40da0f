package io.fateflow.engine.plugin;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Evaluates a decision table for so long and no longer, on a thread of its own: whoever asks does so in a transaction, and an
 * expression may never end. What counts is the time of a processor that it has had, so that a busy machine does not refuse a good policy, and
 * only in the end the time that has passed. Nobody can end such a thread; as long as one of a table is overdue, the table is not evaluated again.
 */
final class TimedEvaluation implements DecisionTable.Evaluation {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final DecisionTable.Evaluation evaluation;
    private final Limits limits;
    private final AtomicInteger overdue = new AtomicInteger();

    /**
     * How long it may take.
     *
     * @param processor of a processor's time
     * @param inAll shorter than a transaction of the database may stand still
     */
    record Limits(Duration processor, Duration inAll) {

        @Override
        public String toString() {
            return "%s of a processor's time, or %s in all".formatted(processor, inAll);
        }
    }

    TimedEvaluation(DecisionTable.Evaluation evaluation, Limits limits) {
        this.evaluation = evaluation;
        this.limits = limits;
    }

    @Override
    public DecisionTable.Evaluated of(Map<String, Object> inputs) throws UnusableDecisionException {
        if (overdue.get() > 0) {
            throw new UnusableDecisionException(
                    "its evaluation for an earlier job has not ended within %s, and goes on: deploy another version"
                            .formatted(limits));
        }
        FutureTask<DecisionTable.Evaluated> task = new FutureTask<>(() -> evaluation.of(inputs));
        Thread thread = new Thread(() -> run(task), "consent-policy");
        thread.setDaemon(true);
        thread.start();
        return await(task, thread);
    }

    private void run(FutureTask<DecisionTable.Evaluated> task) {
        task.run();
        if (task.isCancelled()) {
            overdue.decrementAndGet();
        }
    }

    private DecisionTable.Evaluated await(FutureTask<DecisionTable.Evaluated> task, Thread thread)
            throws UnusableDecisionException {
        long end = System.nanoTime() + limits.inAll().toNanos();
        try {
            while (true) {
                long left = Math.min(limits.processor().toNanos() - processorTime(thread), end - System.nanoTime());
                if (left <= 0) {
                    giveUp(task);
                    throw new UnusableDecisionException("its evaluation has not ended within " + limits);
                }
                try {
                    return task.get(left, TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    // it may have had less of a processor than time has passed
                }
            }
        } catch (ExecutionException e) {
            // too deep a recursion is an error
            throw e.getCause() instanceof UnusableDecisionException known
                    ? known
                    : new UnusableDecisionException("its evaluation has failed: " + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp(task);
            throw new UnusableDecisionException("its evaluation was interrupted: the server is being stopped");
        }
    }

    /** In nanoseconds; none of a thread that has ended, or where it is not measured. */
    private static long processorTime(Thread thread) {
        return THREADS.isThreadCpuTimeSupported() ? Math.max(0, THREADS.getThreadCpuTime(thread.getId())) : 0;
    }

    private void giveUp(FutureTask<DecisionTable.Evaluated> task) {
        // before its thread can see that it is canceled
        overdue.incrementAndGet();
        if (!task.cancel(true)) {
            overdue.decrementAndGet();
        }
    }
}
