package io.fateflow.engine.resource.queue;

/** Something can't be a queue, or can't be done to it; nothing was changed. */
public final class InvalidQueueException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    /** @param message what is wrong with which setting, and what to do */
    public InvalidQueueException(String message) {
        super(message);
    }
}
