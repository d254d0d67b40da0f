package io.fateflow.engine.executor;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.retry.RetryPolicy;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;
import org.springframework.retry.policy.CompositeRetryPolicy;
import org.springframework.retry.policy.ExceptionClassifierRetryPolicy;
import org.springframework.retry.policy.NeverRetryPolicy;
import org.springframework.retry.policy.SimpleRetryPolicy;
import org.springframework.retry.policy.TimeoutRetryPolicy;
import org.springframework.retry.support.RetryTemplate;

/**
 * Recognises that a transaction lost a race against another, in all the ways in which the engine and the databases say
 * so, and repeats it. A lost race is never a task's failure.
 */
public final class LostRace {

    private static final Set<String> SQL_STATES = Set.of("40001", "40P01", "55P03", "HYT00");

    /** Only the engine's tables have foreign keys: its tree of executions has grown, or is gone, since it was read. */
    private static final Set<String> FOREIGN_KEYS = Set.of("23503", "23506");

    private static final int ATTEMPTS = 50;

    /** With one more wait for a lock, a client's call still ends within 15 seconds. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final RetryTemplate template;

    public LostRace() {
        ExceptionClassifierRetryPolicy policy = new ExceptionClassifierRetryPolicy();
        policy.setExceptionClassifier(
                failure -> failure == null || is(failure) ? new SimpleRetryPolicy(ATTEMPTS) : new NeverRetryPolicy());
        ExponentialRandomBackOffPolicy backOff = new ExponentialRandomBackOffPolicy();
        backOff.setInitialInterval(5);
        backOff.setMultiplier(1.5);
        backOff.setMaxInterval(100);
        CompositeRetryPolicy inTime = new CompositeRetryPolicy();
        inTime.setPolicies(new RetryPolicy[] {policy, new TimeoutRetryPolicy(LONGEST.toMillis())});
        template = new RetryTemplate();
        template.setRetryPolicy(inTime);
        template.setBackOffPolicy(backOff);
    }

    /** Does a transaction, again if it lost a race, for up to ten seconds. */
    public <T> T repeat(Supplier<T> transaction) {
        return template.<T, RuntimeException>execute(context -> transaction.get());
    }

    /** Whether repeating it may help. */
    public static boolean is(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OptimisticLockingException
                    || cause instanceof PessimisticLockingFailureException
                    || isLockState(cause)
                    || isEngineSurprise(cause)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLockState(Throwable cause) {
        String state = cause instanceof SQLException sql ? String.valueOf(sql.getSQLState()) : "";
        return SQL_STATES.contains(state) || FOREIGN_KEYS.contains(state);
    }

    /** Seen inside the engine when a message and a completion of one execution meet: the next look finds it settled. */
    private static boolean isEngineSurprise(Throwable cause) {
        boolean lostSubscription = cause instanceof ProcessEngineException
                && String.valueOf(cause.getMessage()).contains("does not have a subscription");
        boolean goneMeanwhile = cause instanceof ProcessEngineException
                && String.valueOf(cause.getMessage()).contains("Cannot restore state of process instance");
        boolean halfReadTree = cause instanceof NullPointerException
                && cause.getStackTrace().length > 0
                && cause.getStackTrace()[0].getClassName().startsWith("org.camunda.bpm.engine.impl");
        return lostSubscription || goneMeanwhile || halfReadTree;
    }
}
