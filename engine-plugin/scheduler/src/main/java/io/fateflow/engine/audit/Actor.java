package io.fateflow.engine.audit;

/**
 * Who does something, as far as this server knows.
 *
 * @param name an account, a client's key name, or {@code anonymous}
 * @param origin the address that the request came from; empty if it was none
 */
public record Actor(String name, String origin) {

    /** The name of whoever need not say who he is. */
    public static final String ANONYMOUS = "anonymous";

    /** This program itself: timers, and what it does after a restart. */
    public static final Actor SYSTEM = new Actor("system", "");

    public Actor named(String other) {
        return new Actor(other, origin);
    }
}
