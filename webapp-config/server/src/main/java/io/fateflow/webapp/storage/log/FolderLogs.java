package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

import io.fateflow.webapp.storage.PassingVisitor;

/**
 * Logs in a folder of this machine. Beside a file there may be parts of it that nobody writes any more, and that are on their way to a
 * store: they have its name and an ordinal, and are before what is in the file.
 */
public final class FolderLogs implements SiteLogs {

    private static final Pattern JOB_ID = Pattern.compile("\\d{10,25}");
    private static final int DEEPEST = 8;
    static final int MOST_TRIES = 20;

    private final Path logs;

    /** @param logs has a directory for each job */
    public FolderLogs(Path logs) {
        this.logs = logs;
    }

    @Override
    public List<LogFile> below(LogFolder folder) throws IOException {
        TreeMap<String, LogFile> files = new TreeMap<>();
        for (FilePart part : parts(folder)) {
            files.merge(part.name(), new LogFile(part.name(), part.size(), part.modified()), LogFile::and);
        }
        return List.copyOf(files.values());
    }

    /** All that is on this disk. */
    List<FilePart> parts(LogFolder folder) throws IOException {
        Path place = folder.in(logs);
        List<FilePart> parts = new ArrayList<>();
        if (isBehindLink(place)) {
            return parts;
        }
        Files.walkFileTree(place, EnumSet.noneOf(FileVisitOption.class), DEEPEST, new PassingVisitor() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes now) {
                if (now.isRegularFile()) {
                    parts.add(FilePart.of(place, file, now));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return parts;
    }

    @Override
    public Optional<OpenedLog> open(LogFolder folder, String name) throws IOException {
        List<FilePiece> pieces = openPieces(folder, name);
        return pieces.isEmpty() ? Optional.empty() : Optional.of(new OpenedLog(List.copyOf(pieces)));
    }

    /** Opened all at one moment: a part that is made, or taken away, meanwhile has it begun again. */
    List<FilePiece> openPieces(LogFolder folder, String name) throws IOException {
        Path file = folder.in(logs, name);
        if (isBehindLink(file)) {
            throw new IllegalArgumentException("FFB-6126 the log is behind a link, which is not followed");
        }
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            List<FilePiece> pieces = new ArrayList<>();
            List<Path> moving = moving(file);
            try {
                for (Path part : moving) {
                    pieces.add(FilePiece.open(part));
                }
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    pieces.add(FilePiece.open(file));
                }
                if (moving(file).equals(moving)) {
                    return pieces;
                }
            } catch (NoSuchFileException goneMeanwhile) {
                // it is somewhere else by now
            }
            OpenedLog.closeAll(pieces);
        }
        throw movedEachTime(file.toString());
    }

    static IOException movedEachTime(String log) {
        return new IOException(log + " is moved each time that it is opened");
    }

    private static List<Path> moving(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory == null || !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        String name = String.valueOf(file.getFileName());
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path ->
                            FilePart.isMovingPartOf(name, path.getFileName().toString()))
                    .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    private boolean isBehindLink(Path place) {
        Path step = logs;
        for (Path name : logs.relativize(place)) {
            step = step.resolve(name);
            if (Files.isSymbolicLink(step)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<Path> growing(LogFolder folder) {
        return Optional.of(folder.in(logs))
                .filter(place -> Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS) && !isBehindLink(place));
    }

    /** Whether it has the form of a job's id. */
    static boolean isJob(String name) {
        return JOB_ID.matcher(name).matches();
    }

    /** Those of which something is here. */
    Collection<String> jobs() throws IOException {
        if (!Files.isDirectory(logs)) {
            return List.of();
        }
        try (Stream<Path> listed = Files.list(logs)) {
            return listed.filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> path.getFileName().toString())
                    .filter(FolderLogs::isJob)
                    .toList();
        }
    }

    /** Only what lies directly in the folder, has the name of a job, is a directory and no link: whatever else is there stays. */
    @Override
    public int remove(long before, Predicate<String> mayGo) throws IOException {
        int removed = 0;
        for (String job : jobs()) {
            Path directory = logs.resolve(job);
            // a job that is written by now may not be committed yet: its directory is young
            if (Files.getLastModifiedTime(directory).toMillis() < before
                    && mayGo.test(job)
                    && FileSystemUtils.deleteRecursively(directory)) {
                removed++;
            }
        }
        return removed;
    }
}
