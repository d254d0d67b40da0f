package io.fateflow.engine.consent;

/** A decision about a consent that can't be taken; the message says why, with its id. */
public final class InvalidConsentException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public InvalidConsentException(String message) {
        super(message);
    }

    public InvalidConsentException(String message, Throwable cause) {
        super(message, cause);
    }
}
