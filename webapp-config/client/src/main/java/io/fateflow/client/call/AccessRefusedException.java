package io.fateflow.client.call;

/** The server does not let the caller in, or not that far. */
public final class AccessRefusedException extends FateFlowException {

    AccessRefusedException(String message, String remedy) {
        super(message, remedy, null);
    }
}
