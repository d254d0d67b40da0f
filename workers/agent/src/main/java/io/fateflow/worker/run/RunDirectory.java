package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;

import io.fateflow.worker.api.LogFiles;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.process.LeftFile;
import io.fateflow.worker.process.ProcessGroup;
import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.process.ProcessMarks;

/**
 * The files of one executor. All but the logs are written by one process each: config by the worker, result by the
 * executor, the rest by the launcher.
 *
 * @param workerId FATE's name for the id of one spawn
 * @param path its own directory, where it runs, unless it has a user of its own: then that has its files elsewhere
 * @param logs the component's log directory; the party's is its parent
 * @param user that it has for itself; empty if it has the worker's
 */
public record RunDirectory(String workerId, Path path, Path logs, Optional<ExecutorUser> user) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LAUNCHER = "launcher ";
    private static final String EXECUTOR = "executor ";
    private static final String EXIT_CODE = "exit_code";
    private static final String CONFIG = "config.json";
    private static final String RESULT = "result.json";

    /** More than that no server takes. */
    private static final int MOST_RESULT = 256 * 1024 * 1024;

    /** As long as what the launcher writes in its place. */
    private static final String ROOM = " ".repeat(16);

    /** Of an executor that has the worker's user. */
    public RunDirectory(String workerId, Path path, Path logs) {
        this(workerId, path, logs, Optional.empty());
    }

    /** Where the executor works. */
    public Path home() {
        return user.map(ExecutorUser::home).orElse(path);
    }

    void create() throws IOException {
        Files.createDirectories(path);
        Files.createDirectories(logs);
    }

    /**
     * Takes the room for the exit code from the disk, as long as it has some: without its exit code an executor that ends on
     * a full disk is lost. A code that is there already, of a launcher that was quicker than the worker that takes it over, stays.
     */
    public void reserve() throws IOException {
        Path room = path.resolve(EXIT_CODE);
        if (!Files.exists(room) || Files.size(room) < ROOM.length()) {
            Files.writeString(room, ROOM);
        }
    }

    /** Whether nothing can be written here any more. */
    public boolean isOnFullDisk() {
        Path probe = path.resolve("probe");
        try {
            Files.writeString(probe, ROOM);
            return false;
        } catch (IOException e) {
            return FullDisk.is(String.valueOf(e.getMessage()));
        } finally {
            try {
                Files.deleteIfExists(probe);
            } catch (IOException stays) {
                // sixteen bytes, in a directory that goes as a whole
            }
        }
    }

    /** The worker's: the executor does not change it. */
    public Path config() {
        return path.resolve(CONFIG);
    }

    /** The executor's: the same file, unless it has a user of its own. */
    public Path configOfExecutor() {
        return home().resolve(CONFIG);
    }

    public Path result() {
        return home().resolve(RESULT);
    }

    /**
     * What the executor has left as its result.
     *
     * @return empty if there is none
     * @throws IOException if it can't be read, or is larger than any result is
     */
    public Optional<byte[]> resultBytes() throws IOException {
        if (user.isEmpty()) {
            return Files.exists(result()) ? Optional.of(Files.readAllBytes(result())) : Optional.empty();
        }
        return left(MOST_RESULT, RESULT);
    }

    /** The executor's own store of tables, if it has one. */
    public Path tables() {
        return home().resolve("tables");
    }

    /** Removes that store, and what a program got and left as CSV: the site has all of it, and may keep it encrypted. */
    public void removeTables() throws IOException {
        Path program = home().resolve(RunFiles.PROGRAM);
        // of an executor with a user of its own it may lead anywhere
        if (Files.isDirectory(program, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(program, "*.csv")) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
        if (Files.isDirectory(tables())) {
            try (Stream<Path> all = Files.walk(tables())) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    /** What the executor prints. */
    public Path standardLog() {
        return logs.resolve(LogPart.standard(workerId));
    }

    /** The names of all files that the executor logs to, in {@link #logs}; others log to some of them, too. */
    public List<String> logNames() {
        return Stream.concat(LogFiles.names().stream(), Stream.of(LogPart.standard(workerId)))
                .toList();
    }

    /** Where the executor logs to by itself. */
    public Path executorLogs() {
        return user.map(ExecutorUser::logs).orElse(logs);
    }

    /** Where it logs to what all executors of a party of a job have together; with a user of its own, that is nobody else's. */
    public Path executorParentLogs() {
        return user.isPresent() ? home().resolve("party-logs") : parentLogs();
    }

    /**
     * Opens one of {@link #logNames} for reading.
     *
     * @return empty if there is none
     * @throws IOException if it is none of a log
     */
    public Optional<FileChannel> openLog(String name) throws IOException {
        if (user.isPresent() && !name.equals(LogPart.standard(workerId))) {
            return LeftFile.open(user.get().id(), user.get().logs(), name);
        }
        Path file = logs.resolve(name);
        return Files.exists(file) ? Optional.of(FileChannel.open(file)) : Optional.empty();
    }

    public Path parentLogs() {
        return logs.resolve("..").normalize();
    }

    /** The launcher that watches the executor; empty if it was never started. */
    public Optional<ProcessIdentity> launcher() throws IOException {
        return identity(RunFiles.LAUNCH, LAUNCHER);
    }

    /** Empty if it was never started. */
    public Optional<ProcessIdentity> executor() throws IOException {
        return identity(RunFiles.LAUNCH, EXECUTOR);
    }

    /** Everything that the executor has started, found by what is known of it now. */
    public ProcessGroup processes(ProcessMarks marks) throws IOException {
        return new ProcessGroup(
                executor().orElse(null),
                workerId,
                marks,
                user.map(own -> OptionalInt.of(own.id())).orElseGet(OptionalInt::empty));
    }

    /** Everything that an executor that was started ahead here has started, as long as it has no attempt. */
    public ProcessGroup processesAhead(ProcessMarks marks) throws IOException {
        return new ProcessGroup(identity(RunFiles.AHEAD, EXECUTOR).orElse(null), workerId, marks);
    }

    /** Whether an executor was started ahead here, since this machine has booted, and is gone with its launcher. */
    public boolean isAheadAndGone() throws IOException {
        List<ProcessIdentity> both = Stream.of(identity(RunFiles.AHEAD, LAUNCHER), identity(RunFiles.AHEAD, EXECUTOR))
                .flatMap(Optional::stream)
                .toList();
        return !both.isEmpty() && both.stream().allMatch(one -> one.isOfThisBoot() && !one.isAlive());
    }

    /** Empty as long as the executor runs, and for ever if its launcher was killed. */
    public Optional<Integer> exitCode() throws IOException {
        return read(EXIT_CODE)
                .filter(text -> text.endsWith("\n") && !text.isBlank())
                .map(text -> Integer.valueOf(text.strip()));
    }

    /** CPU time of all processes of the executor that were waited for, in milliseconds; 0 if unknown. */
    public long cpuMillis() throws IOException {
        return read("usage").map(CpuTimes::ofChildren).orElse(0L);
    }

    /** When the executor said last that it lives; empty for an executor that never says so. */
    public Optional<Instant> lastSignOfLife() throws IOException {
        return written(home().resolve(RunFiles.SIGN_OF_LIFE));
    }

    /** When the executor, or the program that it runs, said last what is measured; empty if it has not. */
    public Optional<Instant> metricsWritten() throws IOException {
        return written(metricsFile());
    }

    /** What is measured; empty if the file has none, or more than {@link RunFiles#MOST_METRICS}. */
    public Optional<ArrayNode> metrics() throws IOException {
        Optional<byte[]> bytes = metricsBytes();
        return bytes.isPresent() && JSON.readTree(bytes.get()) instanceof ArrayNode metrics
                ? Optional.of(metrics)
                : Optional.empty();
    }

    private Optional<byte[]> metricsBytes() throws IOException {
        Path file = metricsFile();
        if (user.isPresent()) {
            Optional<byte[]> ofProgram = left(RunFiles.MOST_METRICS, RunFiles.PROGRAM, RunFiles.METRICS);
            return ofProgram.isPresent() ? ofProgram : left(RunFiles.MOST_METRICS, RunFiles.METRICS);
        }
        return Files.exists(file) && Files.size(file) <= RunFiles.MOST_METRICS
                ? Optional.of(Files.readAllBytes(file))
                : Optional.empty();
    }

    private Path metricsFile() {
        Path ofProgram = home().resolve(RunFiles.PROGRAM).resolve(RunFiles.METRICS);
        return Files.exists(ofProgram, LinkOption.NOFOLLOW_LINKS) ? ofProgram : home().resolve(RunFiles.METRICS);
    }

    /** Of an executor with a user of its own. */
    private Optional<byte[]> left(int most, String... names) throws IOException {
        ExecutorUser own = user.orElseThrow();
        try (FileChannel file = LeftFile.open(own.id(), own.home(), names).orElse(null)) {
            if (file == null) {
                return Optional.empty();
            }
            byte[] bytes = Channels.newInputStream(file).readNBytes(most + 1);
            if (bytes.length > most) {
                throw new IOException(
                        "%s of the executor is larger than %d bytes".formatted(names[names.length - 1], most));
            }
            return Optional.of(bytes);
        }
    }

    private static Optional<Instant> written(Path file) throws IOException {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                        .toInstant())
                : Optional.empty();
    }

    /** Whether a launcher has begun, or was forbidden to. */
    public boolean isDecided() {
        return Files.exists(path.resolve(RunFiles.LAUNCH));
    }

    /**
     * Makes sure that an executor that has not been started never will be.
     *
     * @return whether that was in time
     */
    public boolean forbidStart() throws IOException {
        try {
            Files.createDirectories(path);
            Files.writeString(path.resolve(RunFiles.LAUNCH), "lost\n", StandardOpenOption.CREATE_NEW);
            return true;
        } catch (FileAlreadyExistsException started) {
            return false;
        }
    }

    private Optional<ProcessIdentity> identity(String file, String prefix) throws IOException {
        List<String> lines = read(file).map(text -> text.lines().toList()).orElse(List.of());
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .flatMap(line -> ProcessIdentity.parse(line.substring(prefix.length())));
    }

    private Optional<String> read(String name) throws IOException {
        Path file = path.resolve(name);
        return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
    }
}
