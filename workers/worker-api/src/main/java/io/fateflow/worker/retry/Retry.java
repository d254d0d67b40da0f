package io.fateflow.worker.retry;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * Does something again while it fails in a way that may pass; what it failed of last is thrown.
 *
 * @param waits after so many failures
 * @param most attempts, at least 1
 * @param within after which time no attempt follows
 * @param pause waits
 */
public record Retry(IntFunction<Duration> waits, int most, Duration within, Pause pause) {

    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** Waits. */
    @FunctionalInterface
    public interface Pause {
        void of(Duration wait) throws InterruptedException;
    }

    /**
     * One attempt.
     *
     * @param <T> what comes of it
     * @param <E> how it fails, beside what is unchecked
     */
    @FunctionalInterface
    public interface Attempt<T, E extends Exception> {
        T make() throws E;
    }

    /** As often and as long as it takes, with waits of a back-off that are different for each. */
    public static Retry with(Backoff backoff) {
        return new Retry(
                backoff::delay, Integer.MAX_VALUE, FOREVER, wait -> TimeUnit.MILLISECONDS.sleep(wait.toMillis()));
    }

    public Retry times(int attempts) {
        return new Retry(waits, attempts, within, pause);
    }

    public Retry within(Duration longest) {
        return new Retry(waits, most, longest, pause);
    }

    /**
     * Makes attempts.
     *
     * @param mayPass whether another attempt may fare better
     * @throws RetryInterruptedException if the thread is interrupted between two attempts; it stays interrupted
     */
    @SuppressWarnings("unchecked")
    public <T, E extends Exception> T call(Attempt<T, E> attempt, Predicate<Exception> mayPass) throws E {
        long start = System.nanoTime();
        for (int failures = 1; ; failures++) {
            try {
                return attempt.make();
            } catch (Exception e) {
                boolean isOver = failures >= most || System.nanoTime() - start > within.toNanos();
                if (isOver || !mayPass.test(e)) {
                    throw (E) e;
                }
                await(waits.apply(failures), e);
            }
        }
    }

    private void await(Duration length, Exception cause) {
        try {
            pause.of(length);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetryInterruptedException(cause);
        }
    }
}
