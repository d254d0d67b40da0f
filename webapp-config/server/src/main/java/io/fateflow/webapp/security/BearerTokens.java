package io.fateflow.webapp.security;

import io.fateflow.webapp.role.Account;

/** Knows whose a token of a program is. */
@FunctionalInterface
public interface BearerTokens {

    /**
     * Whose it is, with the roles that it gives.
     *
     * @throws BadTokenException if it is none for this server, or not now
     * @throws AccountsAwayException if whoever has issued it can't be asked for its keys
     */
    Account account(String token);

    /** A token that is not taken. */
    final class BadTokenException extends RuntimeException {

        /** @param why in words that say nothing of the token's contents */
        public BadTokenException(String why) {
            super(why);
        }

        /** Not an error of ours: nobody needs the stack. */
        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}
