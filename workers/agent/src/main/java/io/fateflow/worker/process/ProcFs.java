package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What Linux tells about processes in {@code /proc}; on other systems nothing is there, and that is the answer. */
final class ProcFs {

    private static final Path PROC = Path.of("/proc");

    private ProcFs() {}

    /**
     * What is known of one process.
     *
     * @param state a letter, such as Z
     * @param cpuTicks of itself and of those children that it has waited for
     */
    record Stat(long pid, char state, long parent, long group, long session, long startTicks, long cpuTicks) {

        /** Has ended, and only waits for its parent to look. */
        boolean isDead() {
            return state == 'Z' || state == 'X';
        }
    }

    static boolean isThere() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    static Optional<Stat> stat(long pid) {
        return read(PROC.resolve(Long.toString(pid)).resolve("stat")).flatMap(ProcFs::parse);
    }

    static List<Stat> all() {
        List<Stat> all = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                read(process.resolve("stat")).flatMap(ProcFs::parse).ifPresent(all::add);
            }
        } catch (IOException noProc) {
            return List.of();
        }
        return all;
    }

    /**
     * What a process was started with: {@code NAME=value}, each between two NULs. Empty of processes of other users, and of
     * one that is just being loaded.
     */
    static String environment(long pid) {
        try {
            byte[] environment =
                    Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("environ"));
            return environment.length == 0 ? "" : '\0' + new String(environment, StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrNotOurs) {
            return "";
        }
    }

    static String bootId() {
        return read(PROC.resolve("sys/kernel/random/boot_id"))
                .map(String::strip)
                .orElse(ProcessIdentity.UNKNOWN_BOOT);
    }

    /** The largest resident set of a process so far, in bytes. */
    static Optional<Long> peakMemory(long pid) {
        return number(PROC.resolve(Long.toString(pid)).resolve("status"), "VmHWM:")
                .map(kilobytes -> kilobytes * 1024);
    }

    /** What a process has of memory that is not a file's, in bytes: files are dropped when memory is short. */
    static long ownMemory(long pid) {
        Path status = PROC.resolve(Long.toString(pid)).resolve("status");
        return 1024
                * (number(status, "RssAnon:").orElse(0L)
                        + number(status, "RssShmem:").orElse(0L));
    }

    /** As {@link #ownMemory}, of what several processes share each one's part; empty where the system does not tell. */
    static Optional<Long> ownPartOfMemory(long pid) {
        Path rollup = PROC.resolve(Long.toString(pid)).resolve("smaps_rollup");
        return number(rollup, "Pss_Anon:")
                .map(anonymous ->
                        1024 * (anonymous + number(rollup, "Pss_Shmem:").orElse(0L)));
    }

    /** How many processes this machine has killed for want of memory since it booted. */
    static Optional<Long> outOfMemoryKills() {
        return number(PROC.resolve("vmstat"), "oom_kill ");
    }

    private static Optional<Long> number(Path file, String prefix) {
        return read(file).flatMap(text -> text.lines()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .map(line -> Long.parseLong(line.replaceAll("\\D", ""))));
    }

    /** The name, in parentheses, may itself have spaces and parentheses: fields count from the last one. */
    private static Optional<Stat> parse(String line) {
        int nameEnd = line.lastIndexOf(')');
        String[] fields = line.substring(nameEnd + 2).split(" ", -1);
        return fields.length < 20
                ? Optional.empty()
                : Optional.of(new Stat(
                        Long.parseLong(line.substring(0, line.indexOf(' '))),
                        fields[0].charAt(0),
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[2]),
                        Long.parseLong(fields[3]),
                        Long.parseLong(fields[19]),
                        Arrays.stream(fields, 11, 15).mapToLong(Long::parseLong).sum()));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
