package io.fateflow.webapp.notification;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Queue;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.notification.Delivery;
import io.fateflow.engine.notification.DueNotifications;
import io.fateflow.engine.notification.Notification;
import io.fateflow.engine.notification.NotificationCounts;
import io.fateflow.engine.notification.NotificationDispatcher;
import io.fateflow.engine.notification.NotifiedEvent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Named by {@code docs/observability}, and there only when a receiver was told. */
final class NotificationMetricsTest {

    @Test
    void eachTryCountsForItsReceiverAndOutcome() {
        NotificationCounts counts = new NotificationCounts();
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new NotificationMetrics(counts).bindTo(registry);
        assertThat(registry.find("fate.notifications").functionCounter()).isNull();

        Due due = new Due(3);
        try (NotificationDispatcher dispatcher =
                new NotificationDispatcher(due, told -> new Delivery.Failed("500", null), counts)) {
            dispatcher.start();
            await().untilAsserted(() -> assertThat(registry.get("fate.notifications")
                            .tag("receiver", "ops")
                            .tag("outcome", "failed")
                            .functionCounter()
                            .count())
                    .isEqualTo(3));
        }
    }

    private static final class Due implements DueNotifications {

        private final Queue<Taken> left = new ArrayDeque<>();

        Due(int many) {
            for (int i = 0; i < many; i++) {
                left.add(new Taken("t" + i, new Notification("m" + i, "j", NotifiedEvent.WAITING, "ops", null, "{}")));
            }
        }

        @Override
        public List<Taken> take(int most, Collection<String> busy) {
            Taken next = left.poll();
            return next == null ? List.of() : List.of(next);
        }

        @Override
        public Duration nextWithin(Duration longest, Collection<String> busy) {
            return longest;
        }

        @Override
        public void tried(Taken taken, Delivery delivery) {}
    }
}
