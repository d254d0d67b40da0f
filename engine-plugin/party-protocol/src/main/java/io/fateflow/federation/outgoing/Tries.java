package io.fateflow.federation.outgoing;

import java.time.Duration;

/**
 * How often a call is tried, and how long each try may take.
 *
 * @param most at least 1
 */
public record Tries(int most, Duration timeout) {

    private static final Duration REMOTE_REQUEST_TIMEOUT = Duration.ofSeconds(30);

    /** FATE's: three tries of 30 s, with 2 s and 4 s between. */
    public static Tries three() {
        return new Tries(3, REMOTE_REQUEST_TIMEOUT);
    }

    /** For a caller that comes again by itself. */
    public static Tries once() {
        return new Tries(1, REMOTE_REQUEST_TIMEOUT);
    }

    public Tries within(Duration shorter) {
        return new Tries(most, shorter);
    }
}
