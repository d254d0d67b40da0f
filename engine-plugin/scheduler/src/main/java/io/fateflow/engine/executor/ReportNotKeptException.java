package io.fateflow.engine.executor;

/** What an executor left can't be kept, and could not another time; the cause is for the log. */
final class ReportNotKeptException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ReportNotKeptException(RuntimeException cause) {
        super("an executor's report could not be kept", cause);
    }
}
