package io.fateflow.webapp.database;

/** The server can't start, as on its database; the message is the reason alone, for whoever has started it. */
public final class StartFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StartFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    StartFailedException(String message) {
        super(message);
    }
}
