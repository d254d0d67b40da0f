package io.fateflow.worker.retry;

/** The thread was interrupted while it waited for another attempt. */
public final class RetryInterruptedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param cause of the last attempt's failure */
    public RetryInterruptedException(Throwable cause) {
        super("interrupted between two attempts", cause);
    }
}
