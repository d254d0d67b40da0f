package io.fateflow.worker.agent;

import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.LoginRefusedException;
import io.fateflow.worker.api.ReportRefusedException;
import io.fateflow.worker.api.ServerUnreachableException;
import io.fateflow.worker.retry.Backoff;

/**
 * Repeats calls to the server until they come through, whatever they fail with: a worker that no longer asks would leave jobs
 * waiting without a reason. What is refused is not repeated.
 */
record ServerCalls(Backoff backoff) {

    private static final Logger log = LoggerFactory.getLogger(ServerCalls.class);

    /**
     * Returns what the call returned in the end.
     *
     * @throws ReportRefusedException if it is that which the call sends
     */
    <T> T untilAnswered(String what, Supplier<T> call) throws InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                return call.get();
            } catch (ReportRefusedException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("the worker closes");
                }
                logFailure(what, failures, e);
                Thread.sleep(backoff.delay(failures).toMillis());
            }
        }
    }

    private static void logFailure(String what, int failures, Throwable e) {
        if (e instanceof LoginRefusedException) {
            // said once for all calls
            log.debug("could not {} ({} times): {}", what, failures, e.getMessage());
        } else if (e instanceof ServerUnreachableException) {
            log.warn("could not {} ({} times): {}", what, failures, e.getMessage());
        } else {
            log.error("could not {} ({} times)", what, failures, e);
        }
    }
}
