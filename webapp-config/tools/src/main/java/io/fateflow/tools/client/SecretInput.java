package io.fateflow.tools.client;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;

import org.jspecify.annotations.Nullable;

/**
 * Asks for what nobody else is to see: on the terminal, without showing it; where there is none, it takes a line of the standard
 * input for each. Options of a process are seen by all users of a machine.
 */
final class SecretInput {

    private @Nullable BufferedReader lines;

    /**
     * Asks once.
     *
     * @param what it is, as a person is asked for it
     * @throws IOException FFB-5316 if nothing comes
     */
    @SuppressWarnings("SystemConsoleNull") // where it is there without a terminal, it reads the standard input
    String ask(String what) throws IOException {
        Console console = System.console();
        String given = console == null ? line() : typed(console, what);
        if (given == null || given.isBlank()) {
            throw new IOException("FFB-5316 no " + what + " was given");
        }
        return given.strip();
    }

    private static @Nullable String typed(Console console, String what) {
        char[] typed = console.readPassword("%s: ", what);
        return typed == null ? null : new String(typed);
    }

    private @Nullable String line() throws IOException {
        BufferedReader reader = lines;
        if (reader == null) {
            reader = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            lines = reader;
        }
        return reader.readLine();
    }
}
