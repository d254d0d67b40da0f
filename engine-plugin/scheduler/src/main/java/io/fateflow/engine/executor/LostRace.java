package io.fateflow.engine.executor;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

import org.camunda.bpm.engine.OptimisticLockingException;
import org.camunda.bpm.engine.ProcessEngineException;
import org.springframework.dao.PessimisticLockingFailureException;

import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.Retry;

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

    private static final Retry RETRY = Retry.with(new Backoff(Duration.ofMillis(10), Duration.ofMillis(150)))
            .times(ATTEMPTS)
            .within(LONGEST);

    /** Does a transaction, again if it lost a race, for up to ten seconds. */
    public <T> T repeat(Supplier<T> transaction) {
        return RETRY.<T, RuntimeException>call(transaction::get, LostRace::is);
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
