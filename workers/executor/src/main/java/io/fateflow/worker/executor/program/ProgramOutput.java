package io.fateflow.worker.executor.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Hands on what a program prints, and remembers its last lines. */
final class ProgramOutput {

    private static final int LAST_LINES = 20;

    /** What a program has printed is there when it ends; who holds its output open longer is somebody that it has started. */
    private static final Duration PRINTED_MUST_BE_READ = Duration.ofSeconds(2);

    private final Deque<String> last = new ArrayDeque<>();

    /**
     * Returns the exit code when the program has ended, however long children of it that it has left go on printing: those end
     * with the executor.
     */
    int follow(Process program) throws InterruptedException {
        Thread reader = new Thread(() -> read(program.getInputStream()), "program-output");
        reader.setDaemon(true);
        reader.start();
        int exitCode = program.waitFor();
        reader.join(PRINTED_MUST_BE_READ.toMillis());
        if (reader.isAlive()) {
            System.out.println("the program has ended, and left a process that holds its output open: not waited for");
        }
        return exitCode;
    }

    private void read(InputStream printed) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                remember(line);
            }
        } catch (IOException e) {
            System.out.println("what the program prints can't be read any more: " + e.getMessage());
        }
    }

    private synchronized void remember(String line) {
        last.addLast(line);
        if (last.size() > LAST_LINES) {
            last.removeFirst();
        }
    }

    synchronized String lastLines() {
        return String.join("\n", last);
    }
}
