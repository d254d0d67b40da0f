package io.fateflow.engine.initiator;

import java.time.Duration;

/** How far the reservation of a job's cores at its parties is. */
public sealed interface Reservation {

    /** All parties hold the cores for the job. */
    record Granted() implements Reservation {}

    /**
     * A party has not answered yet.
     *
     * @param reason which, and what it was asked
     * @param patience when to look again, if it stays silent
     */
    record Asked(String reason, Duration patience) implements Reservation {}

    /**
     * A party said no; nothing is held.
     *
     * @param reason which, and its words
     * @param pause when to ask again, if nobody says earlier that something is free
     * @param elsewhere whether the party is on another site
     */
    record Refused(String reason, Duration pause, boolean elsewhere) implements Reservation {}
}
