package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

import org.springframework.util.unit.DataSize;

/**
 * What bodies of callers that nobody knows yet may take of the server: threads that wait for them, by address and in all,
 * and memory. A body that is here already waits for nothing. What is read only to be thrown away has a count of its own.
 */
final class BodyGuard {

    private static final int MEBIBYTE = 1 << 20;
    private static final int LEAST_MEMORY = 64;

    private final Rules rules;
    private final LongSupplier nanoTime;
    private final Map<Wait, Semaphore> threads = new EnumMap<>(Wait.class);
    private final Semaphore kibibytes;
    private final ConcurrentMap<Place, Integer> waiting = new ConcurrentHashMap<>();

    /**
     * What an operator decides.
     *
     * @param slowest how much of a body must have come for each second, after a short while
     * @param longest how long a body may take in all
     * @param perAddress how many bodies of one address are waited for at once
     * @param inAll how many of all addresses are: less than the server has threads
     */
    record Rules(DataSize slowest, Duration longest, int perAddress, int inAll) {}

    /**
     * Makes the guard.
     *
     * @param memory how many bytes all such bodies may have together
     * @param nanoTime as {@link System#nanoTime}
     */
    BodyGuard(Rules rules, long memory, LongSupplier nanoTime) {
        this.rules = rules;
        this.nanoTime = nanoTime;
        threads.put(Wait.FOR_BODY, new Semaphore(rules.inAll()));
        threads.put(Wait.TO_SKIP, new Semaphore(Math.max(1, rules.inAll() / 2)));
        this.kibibytes = new Semaphore((int) Math.min(Integer.MAX_VALUE, memory / 1024));
    }

    /** A quarter of the heap: what is made of bodies takes several times as much. */
    static long memory(long heap) {
        return Math.max((long) LEAST_MEMORY * MEBIBYTE, heap / 4);
    }

    Rules rules() {
        return rules;
    }

    long now() {
        return nanoTime.getAsLong();
    }

    /** What a thread waits for. */
    enum Wait {
        /** A body that somebody wants. */
        FOR_BODY,

        /** The rest of a body that nobody wants any more. */
        TO_SKIP
    }

    private record Place(String address, Wait what) {}

    /** A thread begins to wait. @throws BodyRefusedException if too many do */
    void enter(String address, Wait what) throws BodyRefusedException {
        Place place = new Place(address, what);
        if (waiting.merge(place, 1, Integer::sum) > rules.perAddress()
                || !semaphore(what).tryAcquire()) {
            leave(place);
            throw BodyRefusedException.tooMany();
        }
    }

    void leave(String address, Wait what) {
        semaphore(what).release();
        leave(new Place(address, what));
    }

    private void leave(Place place) {
        waiting.computeIfPresent(place, (key, count) -> count == 1 ? null : count - 1);
    }

    private Semaphore semaphore(Wait what) {
        return Objects.requireNonNull(threads.get(what));
    }

    /** So much of a body is in memory now. @throws BodyRefusedException if that is too much */
    void keep(int kibibytesMore) throws BodyRefusedException {
        if (!kibibytes.tryAcquire(kibibytesMore)) {
            throw BodyRefusedException.noMemory();
        }
    }

    void forget(int kept) {
        kibibytes.release(kept);
    }
}
