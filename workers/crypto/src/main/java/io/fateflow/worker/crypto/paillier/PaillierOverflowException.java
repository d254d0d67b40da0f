package io.fateflow.worker.crypto.paillier;

/** A number does not fit under the key. */
public final class PaillierOverflowException extends ArithmeticException {

    public PaillierOverflowException(String message) {
        super(message);
    }
}
