package io.fateflow.operations.query;

/** The first line of a report, which says what, where and why. */
final class FirstLine {

    private static final int LONGEST = 500;

    private FirstLine() {}

    /** Empty unless something has been reported. */
    static String of(String report) {
        String line = report.lines()
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
