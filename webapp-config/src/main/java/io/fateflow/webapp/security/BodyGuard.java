package io.fateflow.webapp.security;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.springframework.util.unit.DataSize;

/**
 * What bodies of callers that nobody knows yet may take of the server: threads that wait for them, by address and in all,
 * and memory. A body that is here already takes no thread, so small requests get through while others hold all of theirs.
 */
final class BodyGuard {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int MEBIBYTE = 1 << 20;
    private static final int LEAST_MEMORY = 64;

    private final Rules rules;
    private final LongSupplier nanoTime;
    private final Semaphore all;
    private final Semaphore kibibytes;
    private final ConcurrentMap<String, Integer> waitingByAddress = new ConcurrentHashMap<>();

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
        this.all = new Semaphore(rules.inAll());
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

    /** A thread begins to wait for a body. @throws BodyRefusedException if too many do */
    void enter(String address, boolean patient) throws BodyRefusedException {
        if (!enterAddress(address)) {
            throw BodyRefusedException.tooMany();
        }
        if (!enterAll(patient)) {
            leaveAddress(address);
            throw BodyRefusedException.tooMany();
        }
    }

    private boolean enterAddress(String address) {
        int waiting = waitingByAddress.merge(address, 1, Integer::sum);
        if (waiting > rules.perAddress()) {
            leaveAddress(address);
            return false;
        }
        return true;
    }

    private boolean enterAll(boolean patient) {
        try {
            return patient ? all.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS) : all.tryAcquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    void leave(String address) {
        all.release();
        leaveAddress(address);
    }

    private void leaveAddress(String address) {
        waitingByAddress.computeIfPresent(address, (key, waiting) -> waiting == 1 ? null : waiting - 1);
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
