package io.fateflow.engine.resource.queue;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * How much of what was used still counts: half of it after the half-life, a quarter after two. Slurm's fair share does the
 * same. Amounts are core milliseconds.
 *
 * @param halfLife more than 0
 */
public record UsageDecay(Duration halfLife) {

    /** Who has just begun counts as if it had run for so long: of many that begin at once, each counts. */
    private static final long LEAST_MILLIS = 60_000;

    /** What is left of an amount, some time after. */
    public double left(double used, long from, long now) {
        return used * Math.pow(0.5, Math.max(0, now - from) / (double) halfLife.toMillis());
    }

    /** What cores that were held from one time until now count now. */
    public double of(BigDecimal cores, long since, long now) {
        // the integral of what each of these milliseconds has left
        double constant = halfLife.toMillis() / Math.log(2);
        return cores.doubleValue() * constant * (1 - left(1, since, now));
    }

    /** As {@link #of}, for cores that are held still. */
    public double ofHeld(BigDecimal cores, long since, long now) {
        return Math.max(of(cores, since, now), atStart(cores));
    }

    /** What cores count at once. */
    public static double atStart(BigDecimal cores) {
        return cores.doubleValue() * LEAST_MILLIS;
    }
}
