package io.fateflow.engine.resource.amount;

/** A number is no amount of a resource; the message says why, and names no place. */
public final class InvalidAmountException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public InvalidAmountException(String message) {
        super(message);
    }
}
