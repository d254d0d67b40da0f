package io.fateflow.engine.simulation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

import org.camunda.bpm.engine.impl.util.ClockUtil;

/** The one time of a simulation: it moves only when the simulation says so. Each site's clock is wrong by its own skew. */
final class SimulatedClock {

    private volatile boolean somebodyWorks;
    private final AtomicLong now =
            new AtomicLong(Instant.parse("2026-01-01T00:00:00Z").toEpochMilli());

    long now() {
        return now.get();
    }

    void advance(Duration by) {
        now.addAndGet(by.toMillis());
    }

    void advanceTo(long time) {
        now.accumulateAndGet(time, Math::max);
    }

    /** Whether this is asked in the midst of what a site does. */
    boolean somebodyWorks() {
        return somebodyWorks;
    }

    /** What a site goes by: our clock and the engine's, which is one for all engines of the JVM. */
    final class OfSite extends Clock {

        private volatile long skewMillis;

        void skew(Duration skew) {
            skewMillis = skew.toMillis();
        }

        @Override
        public long millis() {
            return now.get() + skewMillis;
        }

        boolean somebodyWorks() {
            return somebodyWorks;
        }

        /** The simulation's time of something that this site dates. */
        long common(long ofSite) {
            return ofSite - skewMillis;
        }

        /** Does something while the engine's clock is that of a node; it runs again for those who come after us in this JVM. */
        @SuppressWarnings("JavaUtilDate") // the engine's
        <T> T during(Clock ofNode, Callable<T> work) throws Exception {
            Date before = ClockUtil.getCurrentTime();
            boolean nested = somebodyWorks;
            somebodyWorks = true;
            ClockUtil.setCurrentTime(new Date(ofNode.millis()));
            try {
                return work.call();
            } finally {
                if (nested) {
                    ClockUtil.setCurrentTime(before);
                } else {
                    ClockUtil.reset();
                }
                somebodyWorks = nested;
            }
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(millis());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return Clock.fixed(instant(), zone);
        }
    }
}
