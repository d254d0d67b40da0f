package io.fateflow.engine.plugin;

/** A decision that can't be read or evaluated; the message says why. */
final class UnusableDecisionException extends Exception {

    private static final long serialVersionUID = 1;

    UnusableDecisionException(String message) {
        super(message);
    }

    UnusableDecisionException(Throwable cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }
}
