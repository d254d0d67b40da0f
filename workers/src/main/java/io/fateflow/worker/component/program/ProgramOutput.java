package io.fateflow.worker.component.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Hands on what a program prints, and remembers its last lines. */
final class ProgramOutput {

    private static final int LAST_LINES = 20;

    private final Deque<String> last = new ArrayDeque<>();

    /** Returns when the program prints no more. */
    void follow(InputStream printed) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                last.addLast(line);
                if (last.size() > LAST_LINES) {
                    last.removeFirst();
                }
            }
        }
    }

    String lastLines() {
        return String.join("\n", last);
    }
}
