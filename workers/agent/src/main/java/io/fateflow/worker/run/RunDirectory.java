package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;

import io.fateflow.worker.api.LogFiles;
import io.fateflow.worker.api.LogPart;
import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.process.ProcessGroup;
import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.process.ProcessMarks;

/**
 * The files of one executor. All but the logs are written by one process each: config by the worker, result by the
 * executor, the rest by the launcher.
 *
 * @param workerId FATE's name for the id of one spawn
 * @param path its own directory, where it runs
 * @param logs the component's log directory; the party's is its parent
 */
public record RunDirectory(String workerId, Path path, Path logs) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LAUNCHER = "launcher ";
    private static final String EXECUTOR = "executor ";
    private static final String EXIT_CODE = "exit_code";
    private static final String RESERVED = ".reserved";

    /** As long as what the launcher writes in its place. */
    private static final String ROOM = " ".repeat(16);

    void create() throws IOException {
        Files.createDirectories(path);
        Files.createDirectories(logs);
    }

    /**
     * Takes the room for the exit code from the disk, as long as it has some: without its exit code an executor that ends on
     * a full disk is lost.
     */
    public void reserve() throws IOException {
        Files.writeString(path.resolve(EXIT_CODE + RESERVED), ROOM);
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

    public Path config() {
        return path.resolve("config.json");
    }

    public Path result() {
        return path.resolve("result.json");
    }

    /** The executor's own store of tables, if it has one. */
    public Path tables() {
        return path.resolve("tables");
    }

    /** Removes that store. */
    public void removeTables() throws IOException {
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
        return new ProcessGroup(executor().orElse(null), workerId, marks);
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
        return read(EXIT_CODE).filter(text -> text.endsWith("\n")).map(text -> Integer.valueOf(text.strip()));
    }

    /** CPU time of all processes of the executor that were waited for, in milliseconds; 0 if unknown. */
    public long cpuMillis() throws IOException {
        return read("usage").map(CpuTimes::ofChildren).orElse(0L);
    }

    /** When the executor said last that it lives; empty for an executor that never says so. */
    public Optional<Instant> lastSignOfLife() throws IOException {
        return written(path.resolve(RunFiles.SIGN_OF_LIFE));
    }

    /** When the executor, or the program that it runs, said last what is measured; empty if it has not. */
    public Optional<Instant> metricsWritten() throws IOException {
        return written(metricsFile());
    }

    /** What is measured; empty if the file has none, or more than {@link RunFiles#MOST_METRICS}. */
    public Optional<ArrayNode> metrics() throws IOException {
        Path file = metricsFile();
        return Files.exists(file)
                        && Files.size(file) <= RunFiles.MOST_METRICS
                        && JSON.readTree(file.toFile()) instanceof ArrayNode metrics
                ? Optional.of(metrics)
                : Optional.empty();
    }

    private Path metricsFile() {
        Path ofProgram = path.resolve(RunFiles.PROGRAM).resolve(RunFiles.METRICS);
        return Files.exists(ofProgram) ? ofProgram : path.resolve(RunFiles.METRICS);
    }

    private static Optional<Instant> written(Path file) throws IOException {
        return Files.exists(file) ? Optional.of(Files.getLastModifiedTime(file).toInstant()) : Optional.empty();
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
