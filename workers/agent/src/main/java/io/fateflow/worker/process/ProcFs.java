package io.fateflow.worker.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
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

    /** 52 numbers and a name of 15 characters. */
    private static final int LONGEST_STAT = 2048;

    /** PF_KTHREAD */
    private static final long KERNEL_THREAD = 0x0020_0000;

    private ProcFs() {}

    /**
     * What is known of one process.
     *
     * @param state a letter, such as Z
     * @param cpuTicks of itself and of those children that it has waited for
     * @param environment where its environment lies in its memory, which changes as soon as it executes another program;
     *     0 of a process of another user, of one that is just being loaded, and where the system does not tell
     */
    record Stat(
            long pid,
            char state,
            long parent,
            long group,
            long session,
            long flags,
            long startTicks,
            long cpuTicks,
            long environment) {

        /** Has ended, and only waits for its parent to look. */
        boolean isDead() {
            return state == 'Z' || state == 'X';
        }

        /** A thread of the kernel, which has no environment. */
        boolean isKernels() {
            return (flags & KERNEL_THREAD) != 0;
        }
    }

    static boolean isThere() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    static Optional<Stat> stat(long pid) {
        return readStat(PROC.resolve(Long.toString(pid)));
    }

    static List<Stat> all() {
        List<Stat> all = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                readStat(process).ifPresent(all::add);
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
        return strings(pid, "environ");
    }

    /** With what a process was started: each between two NULs. Empty of one that is gone. */
    static String arguments(long pid) {
        return strings(pid, "cmdline");
    }

    /** Where a process runs, also after that directory was moved; empty of processes of other users, and of one that is gone. */
    static Optional<Path> workingDirectory(long pid) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(PROC.resolve(Long.toString(pid)).resolve("cwd")));
        } catch (IOException goneOrNotOurs) {
            return Optional.empty();
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

    /** Whether one of a process's user ids is this one; its owner in {@code /proc} is what the process says. */
    static boolean isOfUser(long pid, int user) {
        String id = Integer.toString(user);
        return read(PROC.resolve(Long.toString(pid)).resolve("status"))
                .flatMap(text ->
                        text.lines().filter(line -> line.startsWith("Uid:")).findFirst())
                .map(line -> Arrays.asList(line.split("\\s+")).contains(id))
                .orElse(false);
    }

    private static String strings(long pid, String file) {
        try {
            byte[] strings = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(file));
            return strings.length == 0 ? "" : '\0' + new String(strings, StandardCharsets.ISO_8859_1);
        } catch (IOException goneOrNotOurs) {
            return "";
        }
    }

    private static Optional<Long> number(Path file, String prefix) {
        return read(file).flatMap(text -> text.lines()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .map(line -> Long.parseLong(line.replaceAll("\\D", ""))));
    }

    /** The name, in parentheses, may itself have spaces and parentheses: fields count from the last one. */
    static Optional<Stat> parse(String line) {
        int nameEnd = line.lastIndexOf(')');
        String[] fields = line.substring(nameEnd + 2).strip().split(" ", -1);
        return fields.length < 20
                ? Optional.empty()
                : Optional.of(new Stat(
                        Long.parseLong(line.substring(0, line.indexOf(' '))),
                        fields[0].charAt(0),
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[2]),
                        Long.parseLong(fields[3]),
                        Long.parseLong(fields[6]),
                        Long.parseLong(fields[19]),
                        Arrays.stream(fields, 11, 15).mapToLong(Long::parseLong).sum(),
                        fields.length < 48 ? 0 : Long.parseUnsignedLong(fields[47])));
    }

    /** In one read, as the kernel gives it: all processes are read at the end of each executor. */
    private static Optional<Stat> readStat(Path process) {
        byte[] line = new byte[LONGEST_STAT];
        try (InputStream stat = new FileInputStream(process.resolve("stat").toFile())) {
            int length = stat.read(line);
            return length < 0 ? Optional.empty() : parse(new String(line, 0, length, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
