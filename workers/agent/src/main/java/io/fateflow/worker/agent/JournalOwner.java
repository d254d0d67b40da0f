package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import io.fateflow.worker.process.HostName;
import io.fateflow.worker.process.ProcessIdentity;

/**
 * Whose a journal is: three lines with the worker's id, the machine's name, and the process; the last is missing when the
 * worker has let go of it.
 */
record JournalOwner(String workerId, String host, Optional<ProcessIdentity> process) {

    static void write(Path file, String workerId) throws IOException {
        Files.write(
                file, List.of(workerId, HostName.get(), ProcessIdentity.own().text()));
    }

    static void writeEnded(Path file, String workerId) throws IOException {
        Files.write(file, List.of(workerId, HostName.get()));
    }

    /** @throws IOException also if it is not complete */
    static JournalOwner read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.size() < 2) {
            throw new IOException(file + " is not complete");
        }
        return new JournalOwner(
                lines.get(0), lines.get(1), lines.stream().skip(2).findFirst().flatMap(ProcessIdentity::parse));
    }

    /** Executors of another machine cannot be seen from here: only its own workers go on with them. */
    boolean isOfThisMachine() {
        return host.equals(HostName.get())
                || process.map(ProcessIdentity::isOfThisBoot).orElse(false);
    }

    boolean isAlive() {
        return process.map(ProcessIdentity::isAlive).orElse(false);
    }
}
