package io.fateflow.tools.view;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much a terminal shows at once, in characters. */
public record TerminalSize(int columns, int rows) {

    /** What one has that does not say. */
    static final TerminalSize USUAL = new TerminalSize(80, 24);

    private static final File TERMINAL = new File("/dev/tty");
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("([1-9]\\d{0,4}) ([1-9]\\d{0,4})\\s*");
    private static final long PATIENCE_SECONDS = 2;

    /** Of the terminal that this program was started in, as it is now: people change it meanwhile. */
    public static TerminalSize now() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return USUAL;
            }
            return parse(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .orElse(USUAL);
        } catch (IOException e) {
            // no terminal, or a system without stty
            return USUAL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL;
        }
    }

    /** Of what {@code stty size} says; a terminal that does not know says 0. */
    static Optional<TerminalSize> parse(String rowsAndColumns) {
        Matcher size = ROWS_AND_COLUMNS.matcher(rowsAndColumns);
        return size.matches()
                ? Optional.of(new TerminalSize(Integer.parseInt(size.group(2)), Integer.parseInt(size.group(1))))
                : Optional.empty();
    }
}
