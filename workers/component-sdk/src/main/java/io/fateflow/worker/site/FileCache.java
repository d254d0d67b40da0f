package io.fateflow.worker.site;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Contents of files that a worker's executors have got, by their hashes, so that none is got twice. Safe for many processes on
 * one disk: who wants what another is getting waits for it, and goes on with it if the other ends. What was used longest ago
 * goes first; whoever uses a content keeps it by a link of his own.
 */
public final class FileCache {

    private static final String PART = ".part";
    private static final String HASH = "[0-9a-f]{64}";
    private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

    private final Path directory;
    private final long most;

    /**
     * @param directory made when it is needed
     * @param most bytes of all contents together; a larger one is kept by nobody but its user
     */
    public FileCache(Path directory, long most) {
        this.directory = directory;
        this.most = most;
    }

    /** Gets a content. */
    @FunctionalInterface
    public interface Download {

        /**
         * Writes the rest of it.
         *
         * @param file has the beginning, if somebody else was interrupted
         * @throws IOException if it can't be got, or is not what the hash says: then the file was emptied
         */
        void into(FileChannel file) throws IOException, InterruptedException;
    }

    /** Uses a content; it must not change it. */
    @FunctionalInterface
    public interface Use {
        void of(Path content) throws IOException;
    }

    /**
     * Has a content used, got before if it is not here.
     *
     * @param sha256 lower-case hex
     * @param size in bytes
     * @return whether it was here already
     */
    public boolean use(String sha256, long size, Download download, Use use) throws IOException, InterruptedException {
        Path content = directory.resolve(checked(sha256));
        Files.createDirectories(directory);
        if (isUsed(content, use)) {
            return true;
        }
        Path part = directory.resolve(sha256 + PART);
        try (FileChannel file = locked(part)) {
            if (isUsed(content, use)) {
                Files.deleteIfExists(part);
                return true;
            }
            makeRoom(size);
            download.into(file);
            file.force(false);
            Files.move(part, content, StandardCopyOption.ATOMIC_MOVE);
            use.of(content);
            if (size > most) {
                Files.deleteIfExists(content);
            }
            return false;
        }
    }

    /** Opens a content that is here; whoever reads it has it to the end, whatever gives way. */
    public Optional<SeekableByteChannel> find(String sha256) throws IOException {
        Path content = directory.resolve(checked(sha256));
        try {
            SeekableByteChannel opened = Files.newByteChannel(content);
            Files.setLastModifiedTime(content, FileTime.from(Instant.now()));
            return Optional.of(opened);
        } catch (NoSuchFileException notHere) {
            return Optional.empty();
        }
    }

    /** Keeps what was made here: whoever reads it next may be here, too. Where there are no links, it does not. */
    public void keep(String sha256, long size, Path content) throws IOException {
        if (size > most) {
            return;
        }
        Files.createDirectories(directory);
        makeRoom(size);
        try {
            Files.createLink(directory.resolve(sha256), content);
        } catch (UnsupportedOperationException | FileSystemException thereAlreadyOrNoLinks) {
            // it is got from the server, then
        }
    }

    /** Forgets what is here; whoever uses a content has it all the same. */
    public void clear() throws IOException {
        for (Kept kept : kept()) {
            Files.deleteIfExists(kept.file());
        }
    }

    private static String checked(String sha256) {
        if (!sha256.matches(HASH)) {
            throw new IllegalArgumentException("not a SHA-256: " + sha256);
        }
        return sha256;
    }

    private static boolean isUsed(Path content, Use use) throws IOException {
        if (!Files.exists(content)) {
            return false;
        }
        try {
            use.of(content);
            Files.setLastModifiedTime(content, FileTime.from(Instant.now()));
            return true;
        } catch (NoSuchFileException gaveWayMeanwhile) {
            return false;
        }
    }

    /** The file that has this name once the lock is held: the one before may have become a content, or have been removed. */
    private static FileChannel locked(Path part) throws IOException {
        while (true) {
            FileChannel file = FileChannel.open(
                    part, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Object before = key(part);
            FileLock lock = file.lock();
            if (lock.isValid() && before.equals(key(part))) {
                return file;
            }
            file.close();
        }
    }

    private static Object key(Path file) throws IOException {
        try {
            return Objects.requireNonNullElse(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey(), file);
        } catch (NoSuchFileException gone) {
            return new Object();
        }
    }

    private record Kept(Path file, long size, Instant used) {}

    /** What is being got counts as if it were here. */
    private void makeRoom(long size) throws IOException {
        List<Kept> kept = kept();
        kept.sort(Comparator.comparing(Kept::used));
        long total = size + kept.stream().mapToLong(Kept::size).sum();
        for (Kept oldest : kept) {
            if (total <= most) {
                return;
            }
            if (Files.deleteIfExists(oldest.file())) {
                total -= oldest.size();
            }
        }
    }

    private List<Kept> kept() throws IOException {
        List<Kept> kept = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                Instant used = attributes.lastModifiedTime().toInstant();
                String name = String.valueOf(file.getFileName());
                if (name.matches(HASH)) {
                    kept.add(new Kept(file, attributes.size(), used));
                } else if (name.endsWith(PART) && used.isBefore(Instant.now().minus(ABANDONED_AFTER))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException gaveWayMeanwhile) {
            return kept;
        }
        return kept;
    }
}
