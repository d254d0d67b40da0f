package io.fateflow.webapp.database;

/** The server can't start on its database or its object store; the message is one line for whoever has started it. */
public final class StartFailedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StartFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    StartFailedException(String message) {
        super(message);
    }
}
