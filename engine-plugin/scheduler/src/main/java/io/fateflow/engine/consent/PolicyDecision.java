package io.fateflow.engine.consent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a policy says; the later, the stricter. */
public enum PolicyDecision {
    ALLOW,
    ASK,
    REFUSE;

    /** As policies spell it. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty for a word that is none. */
    public static Optional<PolicyDecision> of(String wire) {
        return Arrays.stream(values())
                .filter(decision -> decision.wire().equals(wire))
                .findFirst();
    }
}
