package io.fateflow.client.profile;

/** What was said about a server can't be used; the message begins with the error's id and says what to do. */
public final class ProfileException extends Exception {

    public ProfileException(String message) {
        super(message);
    }

    ProfileException(String message, Exception cause) {
        super(message, cause);
    }
}
