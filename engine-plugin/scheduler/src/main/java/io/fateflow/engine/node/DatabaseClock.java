package io.fateflow.engine.node;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The database's time, so that all nodes of a site agree: measured again and again, and between two measurements the time
 * that this process has run. The node's own clock only says until the first measurement what time it is.
 *
 * <p>A measurement is as exact as the question was quick: the answer's time lies somewhere between question and answer, and
 * this clock moves only if it is outside, and then to the nearer end. So a slow database does not make it jump.
 */
public final class DatabaseClock extends Clock {

    /** A node's own clock may be so far off without anybody being told. */
    public static final Duration TOLERATED = Duration.ofSeconds(2);

    private static final String ASK = "select " + DatabaseTime.NOW_MICROS;

    private final Clock node;
    private final LongSupplier nanos;
    private final ZoneId zone;
    private final Measured measured;

    /** @param difference how far the node's clock was ahead of the database's when it was measured */
    private record Anchor(long nanos, long micros, Duration difference) {
        long microsAt(long now) {
            return micros + TimeUnit.NANOSECONDS.toMicros(now - nanos);
        }
    }

    /** What views of this clock in other zones share. */
    private static final class Measured {

        private volatile Anchor last;

        Measured(Anchor first) {
            last = first;
        }

        Anchor last() {
            return last;
        }

        synchronized void update(UnaryOperator<Anchor> change) {
            last = change.apply(last);
        }
    }

    private DatabaseClock(Clock node, LongSupplier nanos, ZoneId zone, Measured measured) {
        this.node = node;
        this.nanos = nanos;
        this.zone = zone;
        this.measured = measured;
    }

    /**
     * Follows the node's clock until it is measured.
     *
     * @param node the node's own clock
     * @param nanos time that never jumps, as {@link System#nanoTime}
     */
    public DatabaseClock(Clock node, LongSupplier nanos) {
        this(
                node,
                nanos,
                node.getZone(),
                new Measured(new Anchor(nanos.getAsLong(), micros(node.instant()), Duration.ZERO)));
    }

    /** Asks the database, outside of any transaction. */
    public void measure(JdbcTemplate database) {
        long asked = nanos.getAsLong();
        long micros = Objects.requireNonNull(database.queryForObject(ASK, Long.class));
        measured(micros, asked, nanos.getAsLong());
    }

    /**
     * Takes a measurement.
     *
     * @param micros the database's time, since the epoch
     * @param asked when it was asked, in this clock's nanoseconds
     * @param answered when it had answered
     */
    public void measured(long micros, long asked, long answered) {
        Instant own = node.instant();
        measured.update(before -> {
            long uncertain = TimeUnit.NANOSECONDS.toMicros(answered - asked);
            long now = Math.min(Math.max(before.microsAt(answered), micros), micros + uncertain);
            return new Anchor(answered, now, Duration.of(micros(own) - now, ChronoUnit.MICROS));
        });
    }

    /** How far the node's own clock was ahead of the database's when it was last measured. */
    public Duration difference() {
        return measured.last().difference();
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plus(measured.last().microsAt(nanos.getAsLong()), ChronoUnit.MICROS);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new DatabaseClock(node, nanos, other, measured);
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}
