package io.fateflow.engine.resource;

/** The answer to an application for resources. */
public sealed interface Grant {

    /** Taken, now or by an earlier application of the same owner. */
    record Granted() implements Grant {}

    /**
     * Not taken; nothing was changed.
     *
     * @param reason why, and who holds what is missing
     */
    record Refused(String reason) implements Grant {}
}
