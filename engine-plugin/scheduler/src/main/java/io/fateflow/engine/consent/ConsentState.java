package io.fateflow.engine.consent;

import java.util.Arrays;
import java.util.Locale;

/** How far a consent is. */
public enum ConsentState {
    /** Somebody has to decide. */
    ASKED,

    /** By the policy, by somebody, or by what somebody had decided before. */
    GRANTED,

    REFUSED,

    /** Nobody has decided in time. */
    EXPIRED,

    /** It was granted, and is no more. */
    WITHDRAWN,

    /** The job has ended before anybody decided; if it runs again, it is asked again. */
    CANCELED;

    /** As it is stored and told. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of what was stored. */
    public static ConsentState of(String wire) {
        return Arrays.stream(values())
                .filter(state -> state.wire().equals(wire))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a consent: " + wire));
    }
}
