package io.fateflow.worker;

import java.time.Duration;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The tasks that this worker holds now, and the places for more. */
final class HeldTasks {

    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    private final Semaphore places;
    private volatile boolean closed;

    HeldTasks(int places) {
        this.places = new Semaphore(places);
    }

    /** Waits for a free place and takes it, with all others that are free. */
    int takePlaces() throws InterruptedException {
        places.acquire();
        return 1 + places.drainPermits();
    }

    void giveBack(int unused) {
        places.release(Math.max(0, unused));
    }

    /** Adds an attempt that has a place; the place is free again if the task is held already. */
    boolean add(Attempt attempt) {
        if (closed) {
            return false;
        }
        boolean isNew = attempts.putIfAbsent(attempt.task().id(), attempt) == null;
        if (!isNew) {
            places.release();
        }
        return isNew;
    }

    synchronized void remove(Attempt attempt) {
        if (attempts.remove(attempt.task().id(), attempt) && !closed) {
            places.release();
        }
        notifyAll();
    }

    /** Stops all executors, and waits until they are gone; takes no more tasks from now on. */
    synchronized void stopAll(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        closed = true;
        attempts.values().forEach(Attempt::stop);
        while (!attempts.isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.timedWait(this, deadline - System.nanoTime());
        }
    }

    Optional<Attempt> find(String id) {
        return Optional.ofNullable(attempts.get(id));
    }

    Collection<Attempt> all() {
        return List.copyOf(attempts.values());
    }

    /** The ids of all tasks, those that will be added included: a call that waits sees them too. */
    List<String> liveIds() {
        return new AbstractList<>() {
            @Override
            public String get(int index) {
                return List.copyOf(attempts.keySet()).get(index);
            }

            @Override
            public int size() {
                return attempts.size();
            }

            @Override
            public boolean contains(Object id) {
                return attempts.containsKey(id);
            }

            @Override
            public Object[] toArray() {
                return attempts.keySet().toArray();
            }

            @Override
            public Iterator<String> iterator() {
                return attempts.keySet().iterator();
            }
        };
    }
}
