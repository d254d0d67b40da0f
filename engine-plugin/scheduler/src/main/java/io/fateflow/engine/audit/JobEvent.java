package io.fateflow.engine.audit;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a job.
 *
 * @param time epoch milliseconds
 * @param until when it was over, if it lasted and is over
 * @param source who tells it
 * @param what the action, the process, the step, or the end of an attempt
 * @param component empty if it happened to the whole job; so with role and party
 * @param attempt null if it is none's
 * @param actor who did it; empty if nobody did
 * @param details what else there is to know
 */
public record JobEvent(
        long time,
        @Nullable Long until,
        Source source,
        String what,
        String component,
        String role,
        String partyId,
        @Nullable Integer attempt,
        String actor,
        Map<String, Object> details) {

    /** In the order in which things of the same millisecond are told. */
    public enum Source {
        /** What users did. */
        AUDIT,

        /** What operators did to the engine: its user operation log. */
        OPERATOR,

        /** A process instance began. */
        PROCESS,

        /** A step of a process. */
        STEP,

        /** An attempt of a component at a party. */
        TASK,

        /** Something that needs an operator. */
        INCIDENT
    }
}
