package io.fateflow.worker.agent;

import java.time.Duration;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The tasks that this worker holds now, and the places for more. */
final class HeldTasks {

    private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
    private int places;
    private boolean paused;
    private volatile boolean closed;

    HeldTasks(int places) {
        this.places = places;
    }

    /** Waits for a free place and takes it, with all others that are free. */
    synchronized int takePlaces() throws InterruptedException {
        while (places < 1 || paused) {
            wait();
        }
        int taken = places;
        places = 0;
        return taken;
    }

    synchronized void giveBack(int unused) {
        places += Math.max(0, unused);
        notifyAll();
    }

    /** Whether no places are given out for now, however many are free. */
    synchronized void pause(boolean now) {
        paused = now;
        notifyAll();
    }

    /**
     * Adds an attempt that has a place; the place is free again if the task is held already. In one with the look whether this is
     * closed: one that came in between was never stopped.
     */
    synchronized boolean add(Attempt attempt) {
        if (closed) {
            return false;
        }
        boolean isNew = attempts.putIfAbsent(attempt.task().id(), attempt) == null;
        if (!isNew) {
            giveBack(1);
        }
        return isNew;
    }

    /** Adds an attempt that needs a place, and gets one even if that is one too many. */
    boolean addBeyond(Attempt attempt) {
        synchronized (this) {
            places--;
        }
        return add(attempt);
    }

    synchronized void remove(Attempt attempt) {
        if (attempts.remove(attempt.task().id(), attempt) && !closed) {
            places++;
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
