package io.fateflow.tools.demo;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TerminalChartTest {

    private static final int LINES = 13;
    private static final int COLUMNS = 60;

    @Test
    void aDiagonalGoesFromCornerToCorner() {
        List<String> lines =
                chart(true).line(new double[] {0, 1}, new double[] {0, 1}).lines("x", "y");

        assertThat(lines.get(0)).isEqualTo("  y");
        assertThat(lines.get(1)).startsWith("   1.000 ┤").hasSize(10 + COLUMNS).endsWith("⠉");
        assertThat(lines.get(LINES)).startsWith("   0.000 ┤⣀");
        assertThat(lines.get(LINES + 1)).isEqualTo(" ".repeat(9) + "└" + "─".repeat(COLUMNS));
        assertThat(lines.get(LINES + 2)).startsWith(" ".repeat(10) + "0  x").endsWith(" 1");
        assertThat(lines).hasSize(LINES + 3);
    }

    @Test
    void aTerminalWithoutUnicodeGetsStars() {
        List<String> lines =
                chart(false).line(new double[] {0, 1}, new double[] {1, 1}).lines("x", "y");

        assertThat(lines.get(1)).isEqualTo("   1.000 |" + "*".repeat(COLUMNS));
        assertThat(String.join("", lines)).matches("\\p{ASCII}*");
    }

    @Test
    void whatIsOutsideIsNotDrawn() {
        List<String> lines = chart(true)
                .line(new double[] {-5, -4, 2, 3}, new double[] {2, 3, -7, 5})
                .lines("x", "y");

        assertThat(lines.get(1)).startsWith("   1.000 ┤");
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(10 + COLUMNS));
    }

    @Test
    void aDottedLineIsThinnerThanALine() {
        String line = dots(chart(true).line(new double[] {0, 1}, new double[] {0, 1}));
        String dotted = dots(chart(true).dotted(0, 0, 1, 1));

        assertThat(dotted.length()).isBetween(5, line.length() / 2);
    }

    @Test
    void onePointAndAConstantAreCharts() {
        TerminalChart one = new TerminalChart(1, 1, 0.5, 0.5, true);

        assertThat(dots(one.line(new double[] {1}, new double[] {0.5}))).hasSize(1);
    }

    private static TerminalChart chart(boolean unicode) {
        return new TerminalChart(0, 1, 0, 1, unicode);
    }

    private static String dots(TerminalChart chart) {
        return String.join("", chart.lines("", "")).replaceAll("[^\u2801-\u28ff]", "");
    }
}
