package io.fateflow.webapp.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

/**
 * What executors have sent each other, on disk until their task has ended. Memory use does not depend on the size of what
 * is sent, and nobody's wait takes a thread.
 *
 * <p>A file appears complete or not at all, and stays: a receiver that has lost its connection asks again.
 */
public final class ExchangeSpool {

    private static final int REMEMBERED = 10_000;
    private static final String NAME = "session";
    private static final Pattern FILE = Pattern.compile("[0-9a-f]{40}/[0-9a-f]{40}");
    private static final String ENDED = "FFB-5201 The task has ended; nothing is exchanged for it any more.";

    private final Path directory;
    private final Set<Path> arriving = ConcurrentHashMap.newKeySet();
    private final Map<Path, Queue<CompletableFuture<Received>>> waiting = new ConcurrentHashMap<>();
    private final Set<String> closed = Collections.synchronizedSet(Collections.newSetFromMap(new Oldest()));

    private final Consumer<String> arrivals;

    private volatile boolean patient = true;

    /** A spool in a directory, which is made when it is needed. */
    public ExchangeSpool(Path directory) {
        this(directory, file -> {});
    }

    /**
     * A spool that several servers share.
     *
     * @param arrivals told what the others are to be told, see {@link #arrivedElsewhere}
     */
    public ExchangeSpool(Path directory, Consumer<String> arrivals) {
        this.directory = directory;
        this.arrivals = arrivals;
    }

    /**
     * Stores data until it is asked for.
     *
     * @param data read to its end, and not closed
     * @throws IOException if the sender broke off or the disk failed; nothing is stored then
     */
    public Sent send(Address address, InputStream data) throws IOException {
        if (closed.contains(address.session())) {
            return Sent.GONE;
        }
        Path file = file(address);
        if (!arriving.add(file)) {
            return Sent.DUPLICATE;
        }
        try {
            return Files.exists(file) ? Sent.DUPLICATE : store(address, file, data);
        } finally {
            arriving.remove(file);
        }
    }

    private Sent store(Address address, Path file, InputStream data) throws IOException {
        Files.createDirectories(directory(address.session()));
        Path name = directory(address.session()).resolve(NAME);
        if (!Files.exists(name)) {
            Files.writeString(name, address.session());
        }
        Path temporary = file.resolveSibling(UUID.randomUUID() + ".part");
        try {
            Files.copy(data, temporary);
            if (closed.contains(address.session())) {
                return Sent.GONE;
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
        wake(file, new Received.Available(file));
        arrivals.accept(directory.relativize(file).toString());
        return Sent.STORED;
    }

    /**
     * Waits for data without using a thread.
     *
     * @param wait after which {@link Received.NotYet} is the answer
     */
    public CompletableFuture<Received> receive(Address address, Duration wait) {
        Path file = file(address);
        CompletableFuture<Received> answer = new CompletableFuture<>();
        waiting.computeIfAbsent(file, key -> new ConcurrentLinkedQueue<>()).add(answer);
        // looked at only after the wait is known to the sender: neither can miss the other
        if (closed.contains(address.session())) {
            answer.complete(new Received.Gone(ENDED));
        } else if (Files.exists(file)) {
            answer.complete(new Received.Available(file));
        } else if (!patient) {
            answer.complete(new Received.NotYet());
        }
        return answer.completeOnTimeout(new Received.NotYet(), wait.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((received, failure) -> forget(file, answer));
    }

    /** The task has ended: who waits is told, and what was sent is removed. */
    public void close(String session) throws IOException {
        closed.add(session);
        Path sessionDirectory = directory(session);
        waiting.keySet().stream()
                .filter(file -> file.startsWith(sessionDirectory))
                .forEach(file -> wake(file, new Received.Gone(ENDED)));
        delete(sessionDirectory);
    }

    /** Another server that shares the spool has stored a file. */
    public void arrivedElsewhere(String name) {
        if (FILE.matcher(name).matches()) {
            Path file = directory.resolve(name);
            wake(file, new Received.Available(file));
        }
    }

    /** Another server may delete it at the same time. */
    private static void delete(Path sessionDirectory) throws IOException {
        while (Files.exists(sessionDirectory)) {
            try {
                FileSystemUtils.deleteRecursively(sessionDirectory);
            } catch (NoSuchFileException deletedMeanwhile) {
                // the rest is looked for again
            }
        }
    }

    /** Nobody waits any more: what is there is given out, for the rest {@link Received.NotYet} is the answer. */
    public void endWaits() {
        patient = false;
        waiting.keySet().forEach(file -> wake(file, new Received.NotYet()));
    }

    /** Sessions that something is kept for, also from before a restart. */
    public List<String> sessions() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> listed = Files.exists(directory) ? Files.list(directory) : Stream.empty()) {
            for (Path session : listed.toList()) {
                Path name = session.resolve(NAME);
                if (Files.exists(name)) {
                    names.add(Files.readString(name));
                }
            }
        }
        return names;
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

    private Path directory(String session) {
        return directory.resolve(hash(session));
    }

    /** Names and tags are the executors' text: only their hash becomes a path. */
    private Path file(Address address) {
        String key = String.join(
                "\0",
                address.name(),
                address.tag(),
                address.from().role(),
                address.from().partyId(),
                address.to().role(),
                address.to().partyId());
        return directory(address.session()).resolve(hash(key));
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 20);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }

    /** Ended sessions are remembered long enough for stragglers, not for ever. */
    private static final class Oldest extends LinkedHashMap<String, Boolean> {

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }
}
