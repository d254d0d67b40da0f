package io.fateflow.worker.exchange;

import java.io.IOException;

/** Data could not be exchanged, and trying again does not help; the message says with whom and why. */
public class ExchangeException extends IOException {

    public ExchangeException(String message) {
        super(message);
    }
}
