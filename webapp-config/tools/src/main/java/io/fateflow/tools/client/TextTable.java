package io.fateflow.tools.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lines of columns, each as wide as its widest cell. */
final class TextTable {

    private static final String BETWEEN = "  ";
    private static final String INDENT = "  ";

    /** Longer than a job's id. */
    private static final int LEAST_OF_A_TEXT = 24;

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... heads) {
        rows.add(List.of(heads));
    }

    TextTable row(Object... cells) {
        rows.add(Arrays.stream(cells).map(TextTable::oneLine).toList());
        return this;
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    /**
     * None longer than so many characters, of which 3 are the least. Long texts are cut for it; where that is not enough, a row goes on in the next
     * line, indented.
     */
    List<String> lines(int columns) {
        int[] widths = widths();
        int[] cut = cut(widths, columns);
        if (total(cut) <= columns) {
            return rows.stream().map(row -> line(row, cut, 0, cut.length)).toList();
        }
        List<String> lines = new ArrayList<>();
        int most = Math.max(1, columns - INDENT.length());
        int[] bounded =
                Arrays.stream(widths).map(width -> Math.min(width, most)).toArray();
        rows.forEach(row -> addFolded(lines, row, bounded, columns));
        return lines;
    }

    private int[] widths() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    /** The widest gives first; nothing is cut that an id is made of, or a time. */
    private static int[] cut(int[] widths, int columns) {
        int[] cut = widths.clone();
        for (int excess = total(cut) - columns; excess > 0; excess--) {
            int widest = 0;
            for (int i = 1; i < cut.length; i++) {
                widest = cut[i] >= cut[widest] ? i : widest;
            }
            if (cut[widest] <= LEAST_OF_A_TEXT) {
                return cut;
            }
            cut[widest]--;
        }
        return cut;
    }

    private static int total(int[] widths) {
        return Arrays.stream(widths).sum() + BETWEEN.length() * (widths.length - 1);
    }

    private static void addFolded(List<String> lines, List<String> row, int[] widths, int columns) {
        int from = 0;
        while (from < widths.length) {
            String indent = from == 0 ? "" : INDENT;
            int length = indent.length() + widths[from];
            int to = from + 1;
            while (to < widths.length && length + BETWEEN.length() + widths[to] <= columns) {
                length += BETWEEN.length() + widths[to];
                to++;
            }
            String line = line(row, widths, from, to);
            if (!line.isEmpty()) {
                lines.add(indent + line);
            }
            from = to;
        }
    }

    private static String line(List<String> row, int[] widths, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> padded(row.get(i), widths[i]))
                .collect(Collectors.joining(BETWEEN))
                .stripTrailing();
    }

    private static String padded(String cell, int width) {
        return cell.length() > width ? cell.substring(0, width - 1) + "…" : cell + " ".repeat(width - cell.length());
    }

    /** Names and reasons are other people's: none of them moves a cursor. */
    private static String oneLine(Object cell) {
        return Plain.text(String.valueOf(cell)).replace('\n', ' ');
    }
}
