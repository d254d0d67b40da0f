package io.fateflow.worker.component;

/** The component has nothing to do at this party: the task ends as {@code pass}. */
public final class PassException extends Exception {

    public PassException(String message) {
        super(message);
    }
}
