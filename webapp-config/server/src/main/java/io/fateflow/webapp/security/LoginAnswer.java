package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

import io.fateflow.engine.account.CodeAnswer;

/**
 * What came of a log-in by a password.
 *
 * @param groups the account's, if it is logged in
 * @param code what came of the second factor; that none was asked for, if the password is wrong
 */
public record LoginAnswer(Optional<Set<String>> groups, CodeAnswer code) {

    /** Of somebody without a second factor, or with a wrong password. */
    public static LoginAnswer of(Optional<Set<String>> groups) {
        return new LoginAnswer(groups, new CodeAnswer(CodeAnswer.Kind.NOT_ASKED_FOR, Duration.ZERO));
    }

    /** Whether the password was right, and nothing is wrong but that a code is missing or does not count. */
    public boolean isWithoutItsCode() {
        return groups.isEmpty() && !code.logsIn();
    }
}
