package io.fateflow.worker.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.fateflow.worker.process.NetworkNamespace;
import io.fateflow.worker.process.PrivateFiles;
import io.fateflow.worker.runtime.Confinement;

/** Whether this machine lets a worker keep its executors from what is not theirs: found out by trying. */
public final class ConfinementCheck {

    private static final List<Path> COVERED = List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm"));
    private static final int LONGEST_OUTPUT = 2_000;

    /** Ends with 0 of an executor that is who it should be, has no rights, can work, and sees neither the worker nor its files. */
    private static final String PROBE = """
            [ "$(id -u)" = "$1" ] || { echo "it is user $(id -u), not $1"; exit 1; }
            grep -q '^CapEff:.*[1-9a-f]' /proc/self/status && { echo "it has rights of root"; exit 1; }
            [ -e "/proc/$2" ] && { echo "it sees other processes"; exit 1; }
            ls "$3" >/dev/null 2>&1 && { echo "it sees the files in $3"; exit 1; }
            touch own /tmp/own || exit 1
            [ -x "$4" ] || { echo "it cannot use $4"; exit 1; }
            exit 0
            """;

    private final Path work;
    private final Confinement confinement;

    /** @param work the worker's directory, which is there */
    public ConfinementCheck(Path work, Confinement confinement) {
        this.work = work.toAbsolutePath().normalize();
        this.confinement = confinement;
    }

    /**
     * What is missing, each in a sentence; nothing if executors are kept from what is not theirs. Has the work directory's own files
     * closed to others, and the directory itself such that executors pass through it.
     */
    public List<String> missing() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path place : COVERED) {
            if (work.startsWith(place)) {
                missing.add("the work directory " + work + " is below " + place
                        + ", which each executor has for itself: choose another one (--work-dir)");
            }
        }
        if (!missing.isEmpty()) {
            return missing;
        }
        closeAllBut();
        tryAsUser(missing);
        if (confinement.network()) {
            tryNetwork(missing);
        }
        return missing;
    }

    private void closeAllBut() throws IOException {
        PrivateFiles.open(work, "rwx--x--x");
        for (String closed : List.of("jobs", "logs", "held", "users", "cache")) {
            PrivateFiles.directory(work.resolve(closed));
        }
        Path own = Files.createDirectories(work.resolve("own"));
        PrivateFiles.open(own, "rwx--x--x");
    }

    private void tryAsUser(List<String> missing) throws IOException {
        int user = confinement.users().first();
        Path home = work.resolve("own").resolve("check-" + UUID.randomUUID());
        try {
            for (Path directory : List.of(home, home.resolve("tmp"))) {
                PrivateFiles.directory(directory);
                give(directory, user);
            }
            String answer = run(OwnUsers.line(
                    user,
                    home,
                    List.of(
                            "sh",
                            "-c",
                            PROBE,
                            "probe",
                            Integer.toString(user),
                            Long.toString(ProcessHandle.current().pid()),
                            work.toString(),
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString())));
            if (!answer.isEmpty()) {
                missing.add(
                        "a process cannot become user " + user + " as it must (setpriv, unshare, mount and prlimit of"
                                + " util-linux, as root, with CAP_SYS_ADMIN): " + answer);
            }
        } catch (IOException e) {
            missing.add("this worker may not give files to user " + user + ", as only root may: " + e.getMessage());
        } finally {
            delete(home);
        }
    }

    private static void give(Path file, int user) throws IOException {
        Files.setAttribute(file, "unix:gid", user);
        Files.setAttribute(file, "unix:uid", user);
    }

    /** Empty if it ended with 0. */
    private static String run(List<String> line) throws IOException {
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        process.getOutputStream().close();
        byte[] output = process.getInputStream().readNBytes(LONGEST_OUTPUT);
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                return "the try does not end";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            return "the try was interrupted";
        }
        String text = new String(output, StandardCharsets.UTF_8).strip();
        return process.exitValue() == 0 ? "" : text.isEmpty() ? "exit code " + process.exitValue() : text;
    }

    private static void tryNetwork(List<String> missing) {
        try {
            NetworkNamespace.inNew(() -> {
                ExchangeGate.open(List.of()).close();
                return "";
            });
        } catch (IOException e) {
            missing.add("an executor cannot have a network of its own (CAP_SYS_ADMIN and CAP_NET_ADMIN; else"
                    + " --executor-network open): " + e.getMessage());
        }
    }

    private static void delete(Path home) throws IOException {
        if (Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(home)) {
                for (Path each : all) {
                    delete(each);
                }
            }
        }
        Files.deleteIfExists(home);
    }
}
