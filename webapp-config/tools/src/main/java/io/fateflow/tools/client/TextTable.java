package io.fateflow.tools.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of columns, each as wide as its widest cell; without lines, it says so. */
final class TextTable {

    private static final String BETWEEN = "  ";

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

    List<String> lines() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            cells.add(row.get(i) + " ".repeat(widths[i] - row.get(i).length()));
        }
        return cells.stream().collect(Collectors.joining(BETWEEN)).stripTrailing();
    }

    /** Names and reasons are other people's: none of them moves a cursor. */
    private static String oneLine(Object cell) {
        return Plain.text(String.valueOf(cell)).replace('\n', ' ');
    }
}
