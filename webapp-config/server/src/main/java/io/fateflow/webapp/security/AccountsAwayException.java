package io.fateflow.webapp.security;

import org.jspecify.annotations.Nullable;

/** Whoever keeps accounts for this site can't say now whose a login is: it is neither right nor wrong. */
public final class AccountsAwayException extends RuntimeException {

    /** When to ask again. */
    public static final int RETRY_AFTER_SECONDS = 5;

    private final String id;

    /** @param message for whoever wants to log in, without the id; it tells nothing of what is inside this network */
    public AccountsAwayException(String id, String message, @Nullable Throwable cause) {
        super(id + " " + message, cause);
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** What to tell whoever wants to log in, with the id. */
    public String words() {
        return String.valueOf(getMessage());
    }
}
