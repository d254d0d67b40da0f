package io.fateflow.engine.account;

import org.jspecify.annotations.Nullable;

/** A secret can't be read as it was stored; the message has an id, the account, and what to do. */
public final class UnreadableSecretException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public UnreadableSecretException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
