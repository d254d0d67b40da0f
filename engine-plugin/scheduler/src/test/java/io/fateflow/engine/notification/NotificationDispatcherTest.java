package io.fateflow.engine.notification;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class NotificationDispatcherTest {

    private static final int AT_ONCE = 16;

    /** There is always one more that is due: without a place for it, looking again and again would take a core. */
    @Test
    void whoHasNoPlaceLeftRestsUntilThereIsOne() {
        Endless due = new Endless();
        CountDownLatch answers = new CountDownLatch(1);
        try (NotificationDispatcher dispatcher =
                new NotificationDispatcher(due, told -> answered(answers), new NotificationCounts())) {
            dispatcher.start();

            await().until(() -> due.taken.get() == AT_ONCE && looker().getState() == Thread.State.TIMED_WAITING);
            answers.countDown();
            await().until(() -> due.taken.get() > AT_ONCE);
        }
        assertThat(due.askedWithoutPlace).hasValue(0);
    }

    private static Delivery answered(CountDownLatch answers) {
        try {
            answers.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Delivery.Delivered(204);
    }

    private static Thread looker() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("notifications"))
                .findFirst()
                .orElseThrow();
    }

    /** Each is another receiver's. */
    private static final class Endless implements DueNotifications {

        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger askedWithoutPlace = new AtomicInteger();

        @Override
        public List<Taken> take(int most, Collection<String> busy) {
            int number = taken.getAndIncrement();
            return List.of(new Taken(
                    "t" + number,
                    new Notification("m" + number, "j", NotifiedEvent.WAITING, "r" + number, null, "{}")));
        }

        @Override
        public Duration nextWithin(Duration longest, Collection<String> busy) {
            askedWithoutPlace.incrementAndGet();
            return Duration.ZERO;
        }

        @Override
        public void tried(Taken one, Delivery delivery) {}
    }
}
