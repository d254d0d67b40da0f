package io.fateflow.worker.remote;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.api.LoginRefusedException;
import io.fateflow.worker.retry.Backoff;

/**
 * The login of a worker's calls. When it is refused, one call tries it again after a pause, as it is then, and the others fail at once:
 * servers make who guesses passwords wait, and with it everybody who has that account.
 */
final class Login {

    private static final Logger LOG = LoggerFactory.getLogger(Login.class);
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(1));

    private final Supplier<Credentials> current;
    private final Backoff pauses;
    private Credentials used;
    private int refusals;
    private boolean isTried;
    private long nextTry;
    private @Nullable LoginRefusedException refusal;

    /** @param current read again before a login that was refused is tried again; may fail then, as a file that is not there */
    Login(Supplier<Credentials> current) {
        this(current, PAUSES);
    }

    Login(Supplier<Credentials> current, Backoff pauses) {
        this.current = current;
        this.pauses = pauses;
        this.used = current.get();
    }

    /**
     * The header of a call.
     *
     * @throws LoginRefusedException if it was refused and it is not time to try again
     */
    synchronized String header() {
        if (refusal != null) {
            if (System.nanoTime() - nextTry < 0) {
                throw refusal;
            }
            isTried = true;
            pause();
            readAgain();
        }
        return used.header();
    }

    private void readAgain() {
        try {
            used = current.get();
        } catch (RuntimeException e) {
            LOG.warn("the password can't be read, the former one is tried again: {}", e.getMessage());
        }
    }

    /**
     * The server has refused the call for its login.
     *
     * @param reason what it has said
     */
    synchronized LoginRefusedException refused(String reason) {
        String words = "FFB-2063 the login of %s is refused: %s".formatted(used.user(), reason);
        LoginRefusedException failure = new LoginRefusedException(words, new IOException(reason));
        // not for each of the calls that were under way
        if (refusal == null || isTried) {
            isTried = false;
            refusals++;
            pause();
            LOG.error(
                    "{}{} Nothing is fetched until it is taken: correct --user, the password in its file, or the account; it is tried"
                            + " again in {} s",
                    words,
                    words.endsWith(".") ? "" : ".",
                    pauses.full(refusals).toSeconds());
        }
        refusal = failure;
        return failure;
    }

    private void pause() {
        nextTry = System.nanoTime() + pauses.full(refusals).toNanos();
    }

    /** The server has taken the login. */
    synchronized void taken() {
        if (refusal != null) {
            LOG.info("the login of {} is taken again", used.user());
        }
        refusal = null;
        isTried = false;
        refusals = 0;
    }
}
