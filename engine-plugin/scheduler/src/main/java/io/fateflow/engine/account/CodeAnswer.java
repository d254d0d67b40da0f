package io.fateflow.engine.account;

import java.time.Duration;

/**
 * What came of a log-in's code, after its password was right.
 *
 * @param time how long no code is looked at, or by how much the clock that the code was made with is ahead of the site's; else zero
 */
public record CodeAnswer(Kind kind, Duration time) {

    /** What it can be. */
    public enum Kind {
        /** The account has no second factor, and need not have one. */
        NOT_ASKED_FOR,
        RIGHT,
        /** There was none. */
        MISSING,
        /** Or used already. */
        WRONG,
        /** It is the code of another time. */
        OF_ANOTHER_TIME,
        /** Too many were wrong: it was not looked at. */
        TOO_SOON,
        /** The account has to have a second factor, and has none yet. */
        TO_BE_ENROLLED
    }

    static CodeAnswer of(Kind kind) {
        return new CodeAnswer(kind, Duration.ZERO);
    }

    /** Whether the password with this code logs in. */
    public boolean logsIn() {
        return kind == Kind.NOT_ASKED_FOR || kind == Kind.RIGHT;
    }
}
