package io.fateflow.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

import io.fateflow.worker.digest.Sha256;

/**
 * Where things are on the disk: a directory a session, so that all of it goes at once, and in it files whose endings say
 * what they are. Names and tags are the executors' text: only their hash becomes a path.
 */
final class SpoolDirectory {

    /** Hexadecimal digits of the hashes that files and folders are named by. */
    private static final int HASH_DIGITS = 40;

    /** Removed by its reader; remembered, so that it is not taken a second time. */
    static final String TAKEN = ".taken";

    /** Being written by an executor; worthless after a restart. */
    static final String PART = ".part";

    /** For a party elsewhere: the data, and what is known about it, which is written last. */
    static final String OUTGOING = ".out";

    static final String LETTER = ".letter";

    /** Delivered; remembered, so that it is not sent a second time. */
    static final String SENT = ".sent";

    /** Half received from another site. */
    static final String HALF = ".half";

    private static final Pattern DATA = Pattern.compile("[0-9a-f]{40}/[0-9a-f]{40}");
    private static final String NAME = "session";
    private static final String FAILED = "failed";

    private final Path root;

    SpoolDirectory(Path root) {
        this.root = root;
    }

    Path of(String session) {
        return root.resolve(hash(session));
    }

    Path file(Address address) {
        String key = String.join(
                "\0",
                address.name(),
                address.tag(),
                address.from().role(),
                address.from().partyId(),
                address.to().role(),
                address.to().partyId());
        return of(address.session()).resolve(hash(key));
    }

    /** What other servers that share the directory know a file by. */
    String nameOf(Path file) {
        return root.relativize(file).toString();
    }

    /** The file that another server means; empty if it is no name of one. */
    Optional<Path> named(String name) {
        return DATA.matcher(name).matches() ? Optional.of(root.resolve(name)) : Optional.empty();
    }

    /** The file beside another with the same name and this ending. */
    static Path with(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    static Path parent(Path file) {
        return Objects.requireNonNull(file.getParent(), "files of the spool are in a session's directory");
    }

    /** Makes a session's directory, with its name in it. */
    void prepare(String session) throws IOException {
        Path directory = Files.createDirectories(of(session));
        Path name = directory.resolve(NAME);
        if (!Files.exists(name)) {
            write(name, session);
        }
    }

    /** Appears complete or not at all. */
    static void write(Path file, String text) throws IOException {
        Path temporary = file.resolveSibling(UUID.randomUUID() + PART);
        Files.writeString(temporary, text);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Writes down why a session is lost; the first reason stays. */
    void fail(String session, String reason) throws IOException {
        prepare(session);
        Path file = of(session).resolve(FAILED);
        if (!Files.exists(file)) {
            write(file, reason);
        }
    }

    Optional<String> failure(String session) {
        try {
            Path file = of(session).resolve(FAILED);
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            // the session was closed meanwhile, which is told by whoever looks next
            return Optional.empty();
        }
    }

    /** Sessions that something is kept for, also from before a restart. */
    List<String> sessions() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path directory : list(root)) {
            Path name = directory.resolve(NAME);
            if (Files.exists(name)) {
                names.add(Files.readString(name));
            }
        }
        return names;
    }

    /** All files of all sessions with an ending. */
    List<Path> files(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path directory : list(root)) {
            list(directory).stream()
                    .filter(file -> file.toString().endsWith(ending))
                    .forEach(found::add);
        }
        return found;
    }

    /** Another server that shares the directory may do the same at the same time. */
    void remove(String session) throws IOException {
        Path directory = of(session);
        while (Files.exists(directory)) {
            try {
                FileSystemUtils.deleteRecursively(directory);
            } catch (NoSuchFileException removedMeanwhile) {
                // the rest is looked for again
            }
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> listed = Files.isDirectory(directory) ? Files.list(directory) : Stream.empty()) {
            return listed.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    static String hash(String text) {
        return Sha256.hex(text).substring(0, HASH_DIGITS);
    }
}
