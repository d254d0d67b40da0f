package io.fateflow.engine.participant;

import java.time.Duration;

/**
 * How long a job of another site may hold what this site has given it.
 *
 * @param reservation how long cores wait for the job's start
 * @param silence how long a running job's initiator may leave it unconfirmed
 */
public record ForeignLimits(Duration reservation, Duration silence) {

    /** Ten minutes each: as long as FATE leaves resources with a waiting job. */
    public static ForeignLimits standard() {
        return new ForeignLimits(Duration.ofMinutes(10), Duration.ofMinutes(10));
    }
}
