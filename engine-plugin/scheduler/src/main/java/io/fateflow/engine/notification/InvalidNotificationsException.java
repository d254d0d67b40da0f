package io.fateflow.engine.notification;

/** Settings of notifications that can't be; the message says which, and never a secret or a whole URL. */
public final class InvalidNotificationsException extends IllegalArgumentException {

    public InvalidNotificationsException(String message) {
        super(message);
    }
}
