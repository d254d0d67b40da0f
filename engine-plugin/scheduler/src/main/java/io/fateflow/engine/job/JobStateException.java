package io.fateflow.engine.job;

/** What is asked can't be done to the job as it is now; nothing was changed. */
public final class JobStateException extends RuntimeException {

    /** @param message with the id of the error, what is in the way, and what to do */
    public JobStateException(String message) {
        super(message);
    }

    /** It tells of a job's state; where our own code was helps nobody. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
