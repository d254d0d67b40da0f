package io.fateflow.webapp.log;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

import io.fateflow.webapp.storage.log.OpenedLog;

/** A log, read line by line: its size is nobody's memory. */
final class LogLines {

    /** In one answer; whoever wants more asks for the next ones. */
    static final int MOST = 10_000;

    private static final int LONGEST = 20_000;
    private static final Pattern ADDRESS = Pattern.compile("\\b\\d{1,3}(\\.\\d{1,3}){3}\\b");

    private LogLines() {}

    /** A line and its number, counted from 1. */
    record Line(long number, String text) {}

    /**
     * Some lines, without addresses of machines.
     *
     * @param begin the first
     * @param end the last
     */
    static List<Line> read(OpenedLog log, long begin, long end) throws IOException {
        OpenedLog.Start start = log.before(begin);
        ChosenLines lines = new ChosenLines(start.lines(), begin, end);
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(log.open(start.bytes()), StandardCharsets.UTF_8))) {
            for (String text = reader.readLine(); text != null && lines.count() < end; text = reader.readLine()) {
                lines.add(text);
            }
        }
        return lines.lines();
    }

    static String shown(String text) {
        String bounded = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
        return ADDRESS.matcher(bounded).replaceAll("xxx.xxx.xxx.xxx");
    }
}
