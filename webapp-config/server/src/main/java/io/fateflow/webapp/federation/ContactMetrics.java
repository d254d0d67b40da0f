package io.fateflow.webapp.federation;

import java.time.Clock;
import java.time.Duration;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

import io.fateflow.federation.directory.Contact;
import io.fateflow.federation.directory.PartyDirectory;

/** How other sites are, as of the last call to each. Which one it is, {@code federation/parties} says. */
@Component
@ConditionalOnProperty("fate.federation.enabled")
final class ContactMetrics implements MeterBinder {

    private final PartyDirectory directory;
    private final Clock clock;

    ContactMetrics(PartyDirectory directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("fate.federation.unreachable", this::unreachable)
                .description("other sites that did not answer the last call")
                .register(registry);
        Gauge.builder("fate.federation.contact.age", this::oldestContact)
                .baseUnit("seconds")
                .description("since the last call to the site that was called longest ago")
                .register(registry);
    }

    private long unreachable() {
        return directory.contacts().values().stream()
                .filter(contact -> !contact.reachable())
                .count();
    }

    private double oldestContact() {
        return directory.contacts().values().stream()
                .map(Contact::lastCall)
                .mapToDouble(last -> Duration.between(last, clock.instant()).toMillis() / 1000.0)
                .max()
                .orElse(0);
    }
}
