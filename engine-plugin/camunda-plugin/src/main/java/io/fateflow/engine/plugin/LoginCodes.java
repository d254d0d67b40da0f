package io.fateflow.engine.plugin;

import java.time.Duration;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.fateflow.engine.account.CodeAnswer;
import io.fateflow.engine.account.CodeAnswer.Kind;
import io.fateflow.engine.account.SecondFactors;

/**
 * The code that a log-in comes with, beside the password, which the engine knows alone: it is given for the length of a look at a
 * password, by the thread that looks. Where nobody gives one, an account with a second factor is not logged in by its password.
 */
public final class LoginCodes {

    private final SecondFactors factors;
    private final Set<String> groups;

    // one of each server, not of the class: a JVM may have several
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Given> current = new ThreadLocal<>();

    /** @param groups whose members have to have a second factor */
    LoginCodes(SecondFactors factors, Set<String> groups) {
        this.factors = factors;
        this.groups = Set.copyOf(groups);
    }

    /** A code, until it is closed. */
    public final class Given implements AutoCloseable {

        private final String code;
        private CodeAnswer answer = new CodeAnswer(Kind.NOT_ASKED_FOR, Duration.ZERO);

        private Given(String code) {
            this.code = code;
        }

        /** What came of it; that none was asked for, if the password was wrong. */
        public CodeAnswer answer() {
            return answer;
        }

        @Override
        public void close() {
            current.remove();
        }
    }

    /** @param code empty if there is none */
    public Given given(String code) {
        Given given = new Given(code);
        current.set(given);
        return given;
    }

    /**
     * Whether an account of the engine's is logged in, whose password was right.
     *
     * @param groupsOf the groups of an account
     */
    boolean admit(String account, Function<String, Set<String>> groupsOf) {
        Given given = current.get();
        CodeAnswer answer = factors.check(
                account,
                given == null ? "" : given.code,
                () -> !groups.isEmpty() && groupsOf.apply(account).stream().anyMatch(groups::contains));
        if (given != null) {
            given.answer = answer;
        }
        return answer.logsIn();
    }
}
