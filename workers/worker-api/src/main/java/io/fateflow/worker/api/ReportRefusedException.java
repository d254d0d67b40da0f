package io.fateflow.worker.api;

/** The server refuses what an executor left; it would refuse it another time, too. */
public final class ReportRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** @param message the server's */
    public ReportRefusedException(String message) {
        super(message);
    }

    public ReportRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
