package io.fateflow.engine.resource;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;

/**
 * A job that holds cores of this site.
 *
 * @param since when it got them, epoch milliseconds
 * @param deadline when its time is over, epoch milliseconds; null if nobody knows
 * @param expected how long it will probably run, milliseconds; null if nobody knows
 */
record CoreHolder(
        String jobId,
        String queue,
        BigDecimal cores,
        long since,
        @Nullable Long deadline,
        @Nullable Long expected) {

    /** When it has probably ended; one that runs longer than was expected is known by its deadline only. */
    Backfill.Holder holder(long now) {
        Long probably = expected != null && since + expected > now ? Long.valueOf(since + expected) : null;
        if (probably != null && (deadline == null || probably < deadline)) {
            return new Backfill.Holder(cores, probably);
        }
        return new Backfill.Holder(cores, deadline);
    }
}
