package io.fateflow.engine.notification;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** How the tries of this server have ended, by receiver and outcome, since it began. */
public final class NotificationCounts {

    /** All URLs of jobs together: a label of metrics has few values. */
    public static final String OF_JOBS = "(job)";

    private final Map<Counted, LongAdder> tries = new ConcurrentHashMap<>();
    private volatile Consumer<Counted> added = counted -> {};

    /** What is counted. */
    public record Counted(String receiver, String outcome) {}

    /** Is told of each that is counted for the first time. */
    public void onNew(Consumer<Counted> listener) {
        added = listener;
        tries.keySet().forEach(listener);
    }

    public long of(Counted counted) {
        return Optional.ofNullable(tries.get(counted)).map(LongAdder::sum).orElse(0L);
    }

    void count(Notification notification, Delivery delivery) {
        Counted counted =
                new Counted(notification.url() == null ? notification.receiver() : OF_JOBS, delivery.outcome());
        LongAdder fresh = new LongAdder();
        LongAdder known = tries.putIfAbsent(counted, fresh);
        (known == null ? fresh : known).increment();
        if (known == null) {
            added.accept(counted);
        }
    }
}
