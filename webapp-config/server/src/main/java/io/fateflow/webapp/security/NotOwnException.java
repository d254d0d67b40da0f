package io.fateflow.webapp.security;

/** Somebody may do something on own jobs only, and it is not one. */
public final class NotOwnException extends RuntimeException {

    private final String id;

    NotOwnException(String id, String message) {
        super(id + " " + message);
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** What to tell him, with the id. */
    public String words() {
        return String.valueOf(getMessage());
    }

    /** Not an error of ours: nobody needs the stack. */
    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
