package io.fateflow.webapp.database;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.stereotype.Component;

/** Says when this machine's clock is off. The server works all the same: a warning, and no reason to send clients away. */
@Component
final class ClockHealth implements HealthIndicator, MeterBinder {

    static final Status WARNING = new Status("WARNING");

    private final SiteClock clock;

    ClockHealth(SiteClock clock) {
        this.clock = clock;
    }

    @Override
    public Health health() {
        return Health.status(clock.isOff() ? WARNING : Status.UP)
                .withDetail("aheadMillis", clock.difference().toMillis())
                .build();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("fate.clock.difference", clock, site -> site.difference().toMillis() / 1000.0)
                .baseUnit("seconds")
                .description("how far this machine's clock is ahead of the database's")
                .register(registry);
    }
}
