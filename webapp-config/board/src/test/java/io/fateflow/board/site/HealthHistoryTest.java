package io.fateflow.board.site;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class HealthHistoryTest {

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HealthHistory history = new HealthHistory(meters, Clock.fixed(START, ZoneOffset.UTC));

    @AfterEach
    void close() {
        history.close();
        meters.close();
    }

    @Test
    void saysWhatIsMeasuredAndNothingOfTheRest() {
        AtomicInteger running = meters.gauge("fate.jobs", Tags.of("status", "running"), new AtomicInteger(3));
        meters.gauge("fate.engine.cores", Tags.of("engine", "A", "state", "total"), 20);
        meters.gauge("fate.engine.cores", Tags.of("engine", "A", "state", "free"), 15);
        history.look();
        running.set(4);
        history.look();

        assertThat(history.answer().since()).isEqualTo(START.toEpochMilli());
        assertThat(history.answer().samples())
                .satisfiesExactly(
                        first -> assertThat(first.values())
                                .containsOnly(entry("running", 3.0), entry("cores", 20.0), entry("leased", 5.0)),
                        second -> assertThat(second.values()).contains(entry("running", 4.0)));
    }

    @Test
    void theHandOverIsItsNinetyFifthPercentileOnceThereWasOne() {
        Timer timer =
                Timer.builder("fate.handover").publishPercentiles(0.5, 0.95).register(meters);
        history.look();
        timer.record(Duration.ofMillis(40));
        history.look();

        assertThat(history.answer().samples().get(0).values()).doesNotContainKey("handover");
        assertThat(history.answer().samples().get(1).values().get("handover")).isBetween(38.0, 42.0);
    }

    @Test
    void keepsADayAndNoMore() {
        for (int i = 0; i < 500; i++) {
            history.look();
        }

        assertThat(history.answer().samples()).hasSize(288);
    }
}
