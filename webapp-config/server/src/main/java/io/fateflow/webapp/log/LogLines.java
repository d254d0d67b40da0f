package io.fateflow.webapp.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A log, read line by line: its size is nobody's memory. */
final class LogLines {

    /** In one answer; whoever wants more asks for the next ones. */
    static final int MOST = 10_000;

    private static final int LONGEST = 20_000;
    private static final int BUFFER = 1 << 16;
    private static final Pattern ADDRESS = Pattern.compile("\\b\\d{1,3}(\\.\\d{1,3}){3}\\b");

    private LogLines() {}

    /** A line and its number, counted from 1. */
    record Line(long number, String text) {}

    /** How many lines there are; none of a file that is not there. */
    static long count(Path log) throws IOException {
        long lines = 0;
        try (InputStream in = open(log)) {
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                for (int i = 0; i < read; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
        } catch (NoSuchFileException e) {
            return 0;
        }
        return lines;
    }

    /**
     * Some lines, without addresses of machines; none of a file that is not there.
     *
     * @param begin the first
     * @param end the last
     */
    static List<Line> read(Path log, long begin, long end) throws IOException {
        ChosenLines lines = new ChosenLines(begin, end);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(open(log), StandardCharsets.UTF_8))) {
            for (String text = reader.readLine(); text != null && lines.count() < end; text = reader.readLine()) {
                lines.add(text);
            }
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return lines.lines();
    }

    static String shown(String text) {
        String bounded = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return ADDRESS.matcher(bounded).replaceAll("xxx.xxx.xxx.xxx");
    }

    /** An executor could have made a link to anywhere. */
    private static InputStream open(Path log) throws IOException {
        return Files.newInputStream(log, LinkOption.NOFOLLOW_LINKS);
    }
}
