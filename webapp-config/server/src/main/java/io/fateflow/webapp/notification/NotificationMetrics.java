package io.fateflow.webapp.notification;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.stereotype.Component;

import io.fateflow.engine.notification.NotificationCounts;

/** {@code fate_notifications_total}: tries of this server, by receiver and outcome. */
@Component
final class NotificationMetrics implements MeterBinder {

    private final NotificationCounts counts;

    NotificationMetrics(NotificationCounts counts) {
        this.counts = counts;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        counts.onNew(counted -> FunctionCounter.builder("fate.notifications", counts, all -> all.of(counted))
                .description("tries to deliver a notification")
                .tag("receiver", counted.receiver())
                .tag("outcome", counted.outcome())
                .register(registry));
    }
}
