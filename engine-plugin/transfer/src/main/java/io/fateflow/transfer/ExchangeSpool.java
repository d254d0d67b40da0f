package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What executors have sent each other, on disk until it was taken or their task has ended. Memory use does not depend on
 * the size of what is sent, and nobody's wait takes a thread.
 *
 * <p>A file appears complete or not at all, and stays until its reader says that it has it: a receiver that has lost its
 * connection asks again.
 */
public final class ExchangeSpool {

    private static final int REMEMBERED = 10_000;
    private static final String ENDED = "FFB-5201 The task has ended; nothing is exchanged for it any more.";
    private static final String TAKEN = "FFB-5207 This was received before, and removed then.";

    private final SpoolDirectory files;
    private final DiskSpace space;
    private final Consumer<String> arrivals;
    private final Set<Path> arriving = ConcurrentHashMap.newKeySet();
    private final Map<Path, Queue<CompletableFuture<Received>>> waiting = new ConcurrentHashMap<>();
    private final Set<String> closed = Collections.synchronizedSet(Collections.newSetFromMap(new Oldest()));
    private final List<Consumer<String>> closeListeners = new CopyOnWriteArrayList<>();

    private volatile boolean patient = true;

    /** A spool in a directory, which is made when it is needed. */
    public ExchangeSpool(Path directory, DiskSpace space) {
        this(directory, space, file -> {});
    }

    /**
     * A spool that several servers share.
     *
     * @param arrivals told what the others are to be told, see {@link #arrivedElsewhere}
     */
    public ExchangeSpool(Path directory, DiskSpace space, Consumer<String> arrivals) {
        this.files = new SpoolDirectory(directory);
        this.space = space;
        this.arrivals = arrivals;
    }

    /**
     * Stores data until it is asked for.
     *
     * @param data read to its end, and not closed
     * @throws NoSpaceException if the disk is nearly full
     * @throws IOException if the sender broke off or the disk failed; nothing is stored then
     */
    public Sent send(Address address, InputStream data) throws IOException {
        Path file = files.file(address);
        return write(address.session(), file, part -> {
            CountedCopy.of(data, part, space, SpoolDirectory.parent(file));
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            arrived(file);
        });
    }

    /** Writes one file, once, and only while its session is open. */
    Sent write(String session, Path file, Writing writing) throws IOException {
        if (closed.contains(session)) {
            return Sent.GONE;
        }
        if (!arriving.add(file)) {
            return Sent.DUPLICATE;
        }
        try {
            if (isKnown(file)) {
                return Sent.DUPLICATE;
            }
            files.prepare(session);
            Path part = file.resolveSibling(UUID.randomUUID() + SpoolDirectory.PART);
            try {
                writing.write(part);
            } finally {
                Files.deleteIfExists(part);
            }
        } finally {
            arriving.remove(file);
        }
        return goneIfClosed(session);
    }

    /** A session that was closed while something was written must not keep it. */
    private Sent goneIfClosed(String session) throws IOException {
        if (closed.contains(session)) {
            files.remove(session);
            return Sent.GONE;
        }
        return Sent.STORED;
    }

    /** Writes to a file that is removed afterwards, if it was not moved. */
    @FunctionalInterface
    interface Writing {
        void write(Path part) throws IOException;
    }

    /** Whether this has been here: it is, it was taken, or it goes or went to another site. */
    static boolean isKnown(Path file) {
        return Files.exists(file)
                || Files.exists(SpoolDirectory.with(file, SpoolDirectory.TAKEN))
                || Files.exists(SpoolDirectory.with(file, SpoolDirectory.LETTER))
                || Files.exists(SpoolDirectory.with(file, SpoolDirectory.SENT));
    }

    /**
     * Waits for data without using a thread.
     *
     * @param wait after which {@link Received.NotYet} is the answer
     */
    public CompletableFuture<Received> receive(Address address, Duration wait) {
        Path file = files.file(address);
        CompletableFuture<Received> answer = new CompletableFuture<>();
        waiting.computeIfAbsent(file, key -> new ConcurrentLinkedQueue<>()).add(answer);
        // looked at only after the wait is known to the sender: neither can miss the other
        if (closed.contains(address.session())) {
            answer.complete(new Received.Gone(ENDED));
        } else if (Files.exists(file)) {
            answer.complete(new Received.Available(file));
        } else if (Files.exists(SpoolDirectory.with(file, SpoolDirectory.TAKEN))) {
            answer.complete(new Received.Gone(TAKEN));
        } else if (!patient) {
            answer.complete(new Received.NotYet());
        }
        failure(address.session()).ifPresent(reason -> answer.complete(new Received.Failed(reason)));
        return answer.completeOnTimeout(new Received.NotYet(), wait.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((received, failure) -> forget(file, answer));
    }

    /** The reader has it: the disk is for others. */
    public void taken(Address address) throws IOException {
        Path file = files.file(address);
        if (Files.exists(file)) {
            // before the data goes: it is not taken from its sender again
            SpoolDirectory.write(SpoolDirectory.with(file, SpoolDirectory.TAKEN), "");
            Files.deleteIfExists(file);
        }
    }

    /** Something in a session can't be delivered: everybody in it is told, from now on. */
    void fail(String session, String reason) throws IOException {
        if (closed.contains(session)) {
            return;
        }
        files.fail(session, reason);
        wakeAll(session, new Received.Failed(reason));
        goneIfClosed(session);
    }

    /** Why a session is lost; empty if it is not. */
    public Optional<String> failure(String session) {
        return files.failure(session);
    }

    /** The task has ended: who waits is told, and what was sent is removed. */
    public void close(String session) throws IOException {
        closed.add(session);
        wakeAll(session, new Received.Gone(ENDED));
        closeListeners.forEach(listener -> listener.accept(session));
        files.remove(session);
    }

    boolean isClosed(String session) {
        return closed.contains(session);
    }

    /** Is told of each session that is closed, before its files go. */
    void onClose(Consumer<String> listener) {
        closeListeners.add(listener);
    }

    /** Nobody waits any more: what is there is given out, for the rest {@link Received.NotYet} is the answer. */
    public void endWaits() {
        patient = false;
        waiting.keySet().forEach(file -> wake(file, new Received.NotYet()));
    }

    /** Sessions that something is kept for, also from before a restart. */
    public List<String> sessions() throws IOException {
        return files.sessions();
    }

    /**
     * Removes what nobody finishes any more: half-written files.
     *
     * @param before when they were last written to
     */
    public void clean(Instant before) throws IOException {
        for (Path part : files.files(SpoolDirectory.PART)) {
            if (Files.exists(part)
                    && Files.getLastModifiedTime(part).toInstant().isBefore(before)) {
                Files.deleteIfExists(part);
            }
        }
    }

    SpoolDirectory files() {
        return files;
    }

    DiskSpace space() {
        return space;
    }

    /** A file is complete: whoever waits for it gets it. */
    void arrived(Path file) {
        wake(file, new Received.Available(file));
        arrivals.accept(files.nameOf(file));
    }

    /** Another server that shares the spool has a complete file. */
    public void arrivedElsewhere(String name) {
        files.named(name).ifPresent(file -> wake(file, new Received.Available(file)));
    }

    /** Another server may have told of files, and was not heard: whoever waits gets what is there, or asks again. */
    public void lookAgain() {
        waiting.keySet()
                .forEach(file -> wake(file, Files.exists(file) ? new Received.Available(file) : new Received.NotYet()));
    }

    private void wakeAll(String session, Received received) {
        Path directory = files.of(session);
        waiting.keySet().stream().filter(file -> file.startsWith(directory)).forEach(file -> wake(file, received));
    }

    private void wake(Path file, Received received) {
        Queue<CompletableFuture<Received>> waiters = waiting.get(file);
        if (waiters != null) {
            waiters.forEach(waiter -> waiter.complete(received));
        }
    }

    private void forget(Path file, CompletableFuture<Received> answer) {
        waiting.computeIfPresent(file, (key, waiters) -> {
            waiters.removeIf(waiter -> waiter == answer);
            return waiters.isEmpty() ? null : waiters;
        });
    }

    /** Ended sessions are remembered long enough for stragglers, not for ever. */
    private static final class Oldest extends LinkedHashMap<String, Boolean> {

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }
}
