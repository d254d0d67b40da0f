package io.fateflow.tools.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line chart of characters with axes. Braille characters have eight dots each; without Unicode it is one star. */
final class TerminalChart {

    private static final int COLUMNS = 60;
    private static final int LINES = 13;
    private static final int DOTS_ACROSS = 2;
    private static final int DOTS_DOWN = 4;
    private static final int EMPTY_BRAILLE = 0x2800;

    /** The dots' bits in a braille character, line by line. */
    private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private final boolean unicode;
    private final double left;
    private final double right;
    private final double bottom;
    private final double top;
    private final int[][] cells = new int[LINES][COLUMNS];

    /** An empty chart; what is outside of these bounds is not drawn. */
    TerminalChart(double left, double right, double bottom, double top, boolean unicode) {
        this.left = left;
        this.right = right > left ? right : left + 1;
        this.bottom = bottom;
        this.top = top > bottom ? top : bottom + 1;
        this.unicode = unicode;
    }

    /** Joins points by straight lines. */
    TerminalChart line(double[] x, double[] y) {
        for (int i = 0; i < x.length; i++) {
            int from = Math.max(0, i - 1);
            draw(x[from], y[from], x[i], y[i], 1);
        }
        return this;
    }

    /** A straight line of single dots, to compare with. */
    TerminalChart dotted(double fromX, double fromY, double toX, double toY) {
        draw(fromX, fromY, toX, toY, 2 * DOTS_DOWN);
        return this;
    }

    /** The chart, one text a line. */
    List<String> lines(String xName, String yName) {
        List<String> lines = new ArrayList<>();
        lines.add("  " + yName);
        for (int line = 0; line < LINES; line++) {
            boolean labelled = line == 0 || line == LINES - 1 || line == LINES / 2;
            double value = top - (top - bottom) * line / (LINES - 1);
            String label = labelled ? String.format(Locale.ROOT, "%8.3f", value) : " ".repeat(8);
            lines.add(label + (unicode ? " ┤" : " |") + row(line));
        }
        lines.add(" ".repeat(9) + (unicode ? "└" + "─".repeat(COLUMNS) : "+" + "-".repeat(COLUMNS)));
        String end = String.format(Locale.ROOT, "%.4g", right).replaceAll("\\.?0+$", "");
        String start = String.format(Locale.ROOT, "%.4g", left).replaceAll("\\.?0+$", "");
        String name = start + "  " + xName;
        lines.add(" ".repeat(10) + name + " ".repeat(Math.max(1, COLUMNS - name.length() - end.length())) + end);
        return lines;
    }

    private String row(int line) {
        StringBuilder row = new StringBuilder();
        for (int cell : cells[line]) {
            row.appendCodePoint(cell == 0 ? ' ' : unicode ? EMPTY_BRAILLE + cell : '*');
        }
        return row.toString().stripTrailing();
    }

    private void draw(double fromX, double fromY, double toX, double toY, int every) {
        double startX = across(fromX);
        double startY = down(fromY);
        double acrossBy = across(toX) - startX;
        double downBy = down(toY) - startY;
        int steps = (int) Math.max(1, Math.ceil(Math.max(Math.abs(acrossBy), Math.abs(downBy))));
        for (int step = 0; step <= steps; step += every) {
            dot((int) Math.round(startX + acrossBy * step / steps), (int) Math.round(startY + downBy * step / steps));
        }
    }

    private double across(double x) {
        return (x - left) / (right - left) * (COLUMNS * DOTS_ACROSS - 1);
    }

    private double down(double y) {
        return (top - y) / (top - bottom) * (LINES * DOTS_DOWN - 1);
    }

    private void dot(int across, int down) {
        if (across >= 0 && across < COLUMNS * DOTS_ACROSS && down >= 0 && down < LINES * DOTS_DOWN) {
            cells[down / DOTS_DOWN][across / DOTS_ACROSS] |= BITS[down % DOTS_DOWN][across % DOTS_ACROSS];
        }
    }
}
