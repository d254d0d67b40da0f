package io.fateflow.worker.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import org.slf4j.event.Level;

/**
 * {@code DEBUG.log} to {@code ERROR.log} in some directories; each has the lines of its level and above. Several
 * executors append to the parent directory's files: one write for a line keeps lines whole.
 */
public record LogFiles(List<Path> directories) {

    private static final List<Level> FILES = List.of(Level.DEBUG, Level.INFO, Level.WARN, Level.ERROR);

    /** The names of the files in each directory. */
    public static List<String> names() {
        return FILES.stream().map(LogFiles::name).toList();
    }

    /** Makes the directories and files that are not there. */
    public void create() throws IOException {
        for (Path directory : directories) {
            Files.createDirectories(directory);
            for (Level file : FILES) {
                append(directory, file, new byte[0]);
            }
        }
    }

    public void write(Level level, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        try {
            for (Path directory : directories) {
                for (Level file : FILES) {
                    if (level.toInt() >= file.toInt()) {
                        append(directory, file, bytes);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a log file", e);
        }
    }

    private static void append(Path directory, Level file, byte[] bytes) throws IOException {
        Files.write(directory.resolve(name(file)), bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String name(Level file) {
        return file == Level.WARN ? "WARNING.log" : file + ".log";
    }
}
