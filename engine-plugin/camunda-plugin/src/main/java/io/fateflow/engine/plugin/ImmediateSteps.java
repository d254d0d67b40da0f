package io.fateflow.engine.plugin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.camunda.bpm.engine.impl.ProcessEngineImpl;
import org.camunda.bpm.engine.impl.context.Context;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutor;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutorContext;
import org.camunda.bpm.engine.impl.persistence.entity.JobEntity;
import org.camunda.bpm.engine.impl.persistence.entity.MessageEntity;
import org.camunda.bpm.engine.impl.util.ClockUtil;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A step of what runs, begins or ends is done as soon as its transaction has committed, by this server: its row is inserted as one that this
 * server has taken. The engine's own way is to insert it, look for what is due, and take it in a transaction of its own; that
 * way is still there for all else, and whenever this one is busy.
 *
 * <p>As in the engine's own way, steps of one process instance follow each other.
 */
final class ImmediateSteps {

    /** As many process instances, and first tries, at a time; each has a thread at once. Steps of others wait for their turn by priority. */
    private static final int AT_ONCE = 8;

    private static final int IDLE_SECONDS = 10;

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            AT_ONCE, AT_ONCE, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threadFactory());
    private final Set<String> instances = ConcurrentHashMap.newKeySet();

    ImmediateSteps() {
        threads.allowCoreThreadTimeOut(true);
        // steps that are taken while the server goes are freed with all that it had taken
        threads.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy());
    }

    private static ThreadFactory threadFactory() {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, "fate-step-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Whether the step, which the current transaction inserts, is done when that has committed. */
    boolean take(JobEntity step) {
        JobExecutor executor = Context.getProcessEngineConfiguration().getJobExecutor();
        if (!executor.isActive() || !isFit(step) || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return false;
        }
        Taken taken = ofThisTransaction(executor);
        if (!taken.add(step)) {
            return false;
        }
        step.setLockOwner(executor.getLockOwner());
        step.setLockExpirationTime(Date.from(now().plusMillis(executor.getLockTimeInMillis())));
        return true;
    }

    /**
     * Waits for the steps that are being done; those that are only taken are given back. To be called when the engine's job
     * executor has been shut down.
     *
     * @return whether all have ended
     */
    boolean end(Duration patience) {
        threads.shutdown();
        try {
            return threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean isFit(JobEntity step) {
        return step instanceof MessageEntity
                && (FirstTries.isOne(step) || (step.getProcessInstanceId() != null && step.isExclusive()))
                && !step.isSuspended()
                && step.getPriority() >= StepPriorities.ADMITTED
                && (step.getDuedate() == null || !step.getDuedate().toInstant().isAfter(now()))
                && !followsItsOwnInstance(step)
                && !followsAFailure();
    }

    /** What does not run yet leaves places to what does. */
    private static int most(JobEntity step) {
        return step.getPriority() >= StepPriorities.RUNNING ? AT_ONCE : AT_ONCE / 2;
    }

    private static Instant now() {
        return ClockUtil.getCurrentTime().toInstant();
    }

    /** The engine does that after the step that it does. */
    private static boolean followsItsOwnInstance(JobEntity step) {
        @Nullable JobExecutorContext running = Context.getJobExecutorContext();
        return running != null
                && running.isExecutingExclusiveJob()
                && Objects.equals(
                        step.getProcessInstanceId(), running.getCurrentJob().getProcessInstanceId());
    }

    /** What is made of a step that has failed waits for its next try. */
    private static boolean followsAFailure() {
        @Nullable JobExecutorContext running = Context.getJobExecutorContext();
        return running != null && running.getCurrentJob() == null;
    }

    private Taken ofThisTransaction(JobExecutor executor) {
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof Taken taken) {
                return taken;
            }
        }
        Taken taken =
                new Taken(executor, Context.getProcessEngineConfiguration().getProcessEngine());
        TransactionSynchronizationManager.registerSynchronization(taken);
        return taken;
    }

    /** The steps that one transaction inserts, by their process instances. */
    private final class Taken implements TransactionSynchronization {

        private final JobExecutor executor;
        private final ProcessEngineImpl engine;
        private final Map<String, List<String>> steps = new LinkedHashMap<>();

        Taken(JobExecutor executor, ProcessEngineImpl engine) {
            this.executor = executor;
            this.engine = engine;
        }

        boolean add(JobEntity step) {
            String instance = FirstTries.isOne(step) ? step.getId() : step.getProcessInstanceId();
            List<String> known = steps.get(instance);
            if (known == null) {
                if (instances.size() >= most(step) || !instances.add(instance)) {
                    return false;
                }
                known = new ArrayList<>();
                steps.put(instance, known);
            }
            known.add(step.getId());
            return true;
        }

        /** Also if it is unknown whether it has committed: steps that are not there are passed over. */
        @Override
        public void afterCompletion(int status) {
            steps.forEach((instance, ids) -> {
                if (status == STATUS_ROLLED_BACK) {
                    instances.remove(instance);
                } else {
                    threads.execute(() -> run(instance, ids));
                }
            });
        }

        private void run(String instance, List<String> ids) {
            try {
                executor.getExecuteJobsRunnable(ids, engine).run();
            } finally {
                instances.remove(instance);
            }
        }
    }
}
