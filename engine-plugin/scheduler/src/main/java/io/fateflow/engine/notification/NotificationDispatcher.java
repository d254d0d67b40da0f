package io.fateflow.engine.notification;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.engine.notification.DueNotifications.Taken;

/**
 * Delivers what is due, on threads of its own: while a receiver is awaited, no connection to the database is held, and none of
 * the engine's threads. A receiver gets few at once, so that one that hangs keeps only its own waiting.
 */
public final class NotificationDispatcher implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(NotificationDispatcher.class);

    private static final int AT_ONCE = 16;
    private static final int PER_RECEIVER = 2;

    /** In case another server has written something down and died, or an operator has retried something. */
    private static final Duration LOOK = Duration.ofSeconds(20);

    private static final Duration AFTER_TROUBLE = Duration.ofSeconds(5);

    private final DueNotifications due;
    private final NotificationSender sender;
    private final NotificationCounts counts;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Integer> underWay = new HashMap<>();
    private final ExecutorService senders;
    private boolean woken;
    private boolean closed;
    private @Nullable Thread looker;

    public NotificationDispatcher(DueNotifications due, NotificationSender sender, NotificationCounts counts) {
        this.due = due;
        this.sender = sender;
        this.counts = counts;
        this.senders = Executors.newFixedThreadPool(AT_ONCE, work -> daemon(work, "notification"));
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Begins; once. */
    public void start() {
        Thread thread = daemon(this::run, "notifications");
        looker = thread;
        thread.start();
    }

    /** There is something new, or somebody has retried something. */
    public void wake() {
        lock.lock();
        try {
            woken = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (!isClosed()) {
                rest(look());
            }
        } catch (InterruptedException e) {
            // it is closed
            Thread.currentThread().interrupt();
        }
    }

    /** @return how long to rest, unless woken */
    private Duration look() {
        try {
            if (!hasFree()) {
                // the end of any of them wakes this
                return LOOK;
            }
            // one at a time: the next look knows who is busy by then
            Collection<String> busy = busy();
            List<Taken> taken = due.take(1, busy);
            taken.forEach(this::begin);
            return taken.isEmpty() ? due.nextWithin(LOOK, busy) : Duration.ZERO;
        } catch (RuntimeException | Error e) {
            log.warn("notifications can't be looked for, and are in {}", AFTER_TROUBLE, e);
            return AFTER_TROUBLE;
        }
    }

    private void rest(Duration time) throws InterruptedException {
        lock.lock();
        try {
            long left = time.toNanos();
            while (!woken && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    private void begin(Taken taken) {
        String receiver = taken.notification().receiver();
        lock.lock();
        try {
            underWay.merge(receiver, 1, Integer::sum);
        } finally {
            lock.unlock();
        }
        senders.execute(() -> deliver(taken));
    }

    private void deliver(Taken taken) {
        try {
            Delivery delivery = sender.send(taken.notification());
            counts.count(taken.notification(), delivery);
            due.tried(taken, delivery);
        } catch (RuntimeException e) {
            // its hold ends, and it is taken again: the receiver knows it by its id
            log.warn("{}: what became of it could not be written down", taken.notification(), e);
        } finally {
            ended(taken.notification().receiver());
        }
    }

    private void ended(String receiver) {
        lock.lock();
        try {
            underWay.computeIfPresent(receiver, (name, count) -> count == 1 ? null : count - 1);
        } finally {
            lock.unlock();
        }
        wake();
    }

    private boolean hasFree() {
        lock.lock();
        try {
            return underWay.values().stream().mapToInt(Integer::intValue).sum() < AT_ONCE;
        } finally {
            lock.unlock();
        }
    }

    private Collection<String> busy() {
        lock.lock();
        try {
            return underWay.entrySet().stream()
                    .filter(entry -> entry.getValue() >= PER_RECEIVER)
                    .map(Map.Entry::getKey)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends it; a try that is under way may still be written down. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        senders.shutdown();
        try {
            Thread thread = looker;
            if (thread != null) {
                thread.join(TimeUnit.SECONDS.toMillis(5));
            }
            if (!senders.awaitTermination(2, TimeUnit.SECONDS)) {
                senders.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
