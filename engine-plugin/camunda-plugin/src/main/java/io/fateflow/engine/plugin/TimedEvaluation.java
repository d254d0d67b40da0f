package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Evaluates a decision table for so long and no longer, on a thread of its own: whoever asks does so in a transaction, and an
 * expression may never end. Nobody can end such a thread; as long as one of a table is overdue, the table is not evaluated again.
 */
final class TimedEvaluation implements DecisionTable.Evaluation {

    private final DecisionTable.Evaluation evaluation;
    private final Duration limit;
    private final AtomicInteger overdue = new AtomicInteger();

    /** @param limit shorter than a transaction of the database may stand still */
    TimedEvaluation(DecisionTable.Evaluation evaluation, Duration limit) {
        this.evaluation = evaluation;
        this.limit = limit;
    }

    @Override
    public DecisionTable.Evaluated of(Map<String, Object> inputs) throws UnusableDecisionException {
        if (overdue.get() > 0) {
            throw new UnusableDecisionException(
                    "its evaluation for an earlier job has not ended within %s, and goes on: deploy another version"
                            .formatted(limit));
        }
        FutureTask<DecisionTable.Evaluated> task = new FutureTask<>(() -> evaluation.of(inputs));
        Thread thread = new Thread(() -> run(task), "consent-policy");
        thread.setDaemon(true);
        thread.start();
        return await(task);
    }

    private void run(FutureTask<DecisionTable.Evaluated> task) {
        task.run();
        if (task.isCancelled()) {
            overdue.decrementAndGet();
        }
    }

    private DecisionTable.Evaluated await(FutureTask<DecisionTable.Evaluated> task) throws UnusableDecisionException {
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            giveUp(task);
            throw new UnusableDecisionException("its evaluation has not ended within " + limit);
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

    private void giveUp(FutureTask<DecisionTable.Evaluated> task) {
        // before its thread can see that it is canceled
        overdue.incrementAndGet();
        if (!task.cancel(true)) {
            overdue.decrementAndGet();
        }
    }
}
