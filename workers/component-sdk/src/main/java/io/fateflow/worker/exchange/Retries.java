package io.fateflow.worker.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.fateflow.worker.retry.Backoff;

/**
 * Tries a request again while the server cannot be reached; a refusal is final.
 *
 * @param otherServer called before the next attempt
 */
record Retries(Backoff backoff, Duration giveUpAfter, Runnable otherServer) {

    /** One attempt, numbered from 1. */
    @FunctionalInterface
    interface Request<T> {
        T attempt(int number) throws IOException, InterruptedException;
    }

    <T> T run(String what, Request<T> request) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            try {
                return request.attempt(attempt);
            } catch (ExchangeException refused) {
                throw refused;
            } catch (IOException unreachable) {
                if (System.nanoTime() - start > giveUpAfter.toNanos()) {
                    throw new IOException(
                            "could not " + what + ": the server cannot be reached: " + unreachable.getMessage(),
                            unreachable);
                }
                otherServer.run();
                TimeUnit.MILLISECONDS.sleep(backoff.delay(attempt).toMillis());
            }
        }
    }
}
