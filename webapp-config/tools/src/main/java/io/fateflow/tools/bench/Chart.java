package io.fateflow.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A picture of figures as SVG: a page shows it without a script. Its colours can be read on a light and on a dark page. */
final class Chart {

    private static final int WIDTH = 720;
    private static final int LEFT = 190;
    private static final int RIGHT = 90;
    private static final int BAR = 16;
    private static final int GAP = 14;
    private static final int PANEL = 110;
    private static final List<String> COLOURS = List.of("#2f7ed8", "#d9822b", "#7a8794");

    private final StringBuilder svg = new StringBuilder();
    private int height = 30;

    Chart(String title) {
        text(10, 20, "start", "font-weight=\"bold\"", title);
    }

    /** What one thing took: a bar for each who did it, in the order of the legend. */
    record Bars(String name, List<Double> values) {}

    /** Bars from one zero on. */
    Chart bars(String unit, List<String> legend, List<Bars> groups) {
        double most = groups.stream()
                .flatMap(group -> group.values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        for (int who = 0; who < legend.size(); who++) {
            rectangle(LEFT, height + 4, 10, 10, who);
            text(LEFT + 16, height + 13, "start", "", legend.get(who));
            height += 18;
        }
        height += GAP / 2;
        for (Bars group : groups) {
            text(LEFT - 10, height + group.values().size() * BAR / 2 + 5, "end", "", group.name());
            for (int who = 0; who < group.values().size(); who++) {
                double value = group.values().get(who);
                int length = most > 0 ? (int) Math.max(1, value / most * (WIDTH - LEFT - RIGHT)) : 1;
                rectangle(LEFT, height, length, BAR - 2, who);
                text(LEFT + length + 6, height + BAR - 4, "start", "", shown(value) + " " + unit);
                height += BAR;
            }
            height += GAP;
        }
        return this;
    }

    /** One figure as time goes by, from its first sample to its last, which are as far apart as they were. */
    Chart line(String name, String unit, List<Double> hours, List<Double> values) {
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double last = hours.isEmpty() ? 0 : hours.get(hours.size() - 1);
        List<String> points = new ArrayList<>();
        for (int index = 0; index < values.size(); index++) {
            double x = LEFT + (last > 0 ? hours.get(index) / last : 0) * (WIDTH - LEFT - RIGHT);
            double y = height + PANEL - 20 - (most > 0 ? values.get(index) / most : 0) * (PANEL - 40);
            points.add(String.format(Locale.ROOT, "%.1f,%.1f", x, y));
        }
        text(LEFT - 10, height + PANEL / 2, "end", "", name);
        svg.append("<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%2$d\" stroke=\"%s\"/>%n"
                .formatted(LEFT, height + PANEL - 20, WIDTH - RIGHT, COLOURS.get(2)));
        svg.append("<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" points=\"%s\"/>%n"
                .formatted(COLOURS.get(0), String.join(" ", points)));
        if (!values.isEmpty()) {
            text(LEFT, height + 12, "start", "", shown(values.get(0)) + " " + unit);
            text(WIDTH - RIGHT, height + 12, "end", "", shown(values.get(values.size() - 1)) + " " + unit);
        }
        if (!values.isEmpty() && most > Math.max(values.get(0), values.get(values.size() - 1))) {
            text((LEFT + WIDTH - RIGHT) / 2, height + 12, "middle", "", "at most " + shown(most) + " " + unit);
        }
        height += PANEL;
        return this;
    }

    void write(Path file) throws IOException {
        Files.writeString(file, toString());
    }

    @Override
    public String toString() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                        .formatted(WIDTH, height + GAP)
                + svg + "</svg>\n";
    }

    /** Three digits. */
    static String shown(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private void rectangle(int x, int y, int width, int barHeight, int who) {
        svg.append("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>%n"
                .formatted(x, y, width, barHeight, COLOURS.get(who % COLOURS.size())));
    }

    private void text(int x, int y, String anchor, String more, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        svg.append("<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\" %s>%s</text>%n"
                .formatted(x, y, anchor, COLOURS.get(2), more, escaped));
    }
}
