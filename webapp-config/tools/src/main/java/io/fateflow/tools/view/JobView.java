package io.fateflow.tools.view;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.fateflow.client.Task;

/** Draws how far a job's components are, party by party: in place on a terminal, a line per change elsewhere. */
public final class JobView {

    /** Above and below what is drawn: the job's own line, and the cursor's. */
    private static final int OTHER_ROWS = 2;

    private final Consumer<String> out;
    private final boolean terminal;
    private final Supplier<TerminalSize> size;
    private final Map<String, String> shown = new LinkedHashMap<>();
    private List<String> drawn = List.of();

    /**
     * Shows nothing yet.
     *
     * @param out takes what is to be printed, with its line ends
     * @param terminal whether lines can be drawn over, and coloured
     */
    public JobView(Consumer<String> out, boolean terminal) {
        this(out, terminal, TerminalSize::now);
    }

    JobView(Consumer<String> out, boolean terminal, Supplier<TerminalSize> size) {
        this.out = out;
        this.terminal = terminal;
        this.size = size;
    }

    /** Shows what is true now. */
    public void show(List<Task> tasks) {
        if (terminal) {
            redraw(tasks);
        } else {
            tell(tasks);
        }
    }

    /** Something else was printed, which is not drawn over. */
    public void leave() {
        drawn = List.of();
    }

    private void tell(List<Task> tasks) {
        StringBuilder text = new StringBuilder();
        for (Task task : tasks) {
            TaskLine line = TaskLine.of(task);
            if (!line.state().equals(shown.put(line.where(), line.state()))) {
                text.append(line.plain()).append('\n');
            }
        }
        if (!text.isEmpty()) {
            out.accept(text.toString());
        }
    }

    private void redraw(List<Task> tasks) {
        TerminalSize now = size.get();
        List<Task> visible = visible(tasks, Math.max(1, now.rows() - OTHER_ROWS));
        StringBuilder text = new StringBuilder();
        StringBuilder colored = new StringBuilder();
        for (Task task : visible) {
            TaskLine line = TaskLine.of(task, now.columns() - 1);
            text.append(line.plain()).append('\n');
            colored.append(line.colored()).append('\n');
        }
        if (visible.size() < tasks.size()) {
            String rest = others(tasks, visible);
            text.append(rest).append('\n');
            colored.append(rest).append('\n');
        }
        List<String> lines = text.toString().lines().toList();
        if (!lines.equals(drawn)) {
            out.accept(back(now.columns()) + colored);
            drawn = lines;
        }
    }

    /** To the first line drawn before, and nothing left of them; a terminal that has become narrower has wrapped them. */
    private String back(int columns) {
        int rows = drawn.stream()
                .mapToInt(line -> Math.max(1, (line.length() + columns - 1) / columns))
                .sum();
        return rows == 0 ? "" : "\u001b[" + rows + "A\u001b[J";
    }

    /** All if they fit, and else what happens or went wrong before what is done or has not begun; in the job's order. */
    private static List<Task> visible(List<Task> tasks, int rows) {
        if (tasks.size() <= rows) {
            return tasks;
        }
        return IntStream.range(0, tasks.size())
                .boxed()
                .sorted(Comparator.comparingInt(index -> rank(tasks.get(index).status())))
                .limit(rows - 1L)
                .sorted()
                .map(tasks::get)
                .toList();
    }

    private static int rank(String status) {
        return switch (status) {
            case "running" -> 1;
            case "waiting" -> 2;
            case "success", "pass" -> 3;
            default -> 0;
        };
    }

    private static String others(List<Task> tasks, List<Task> visible) {
        Map<String, Integer> counts = new TreeMap<>();
        tasks.forEach(task -> counts.merge(task.status(), 1, Integer::sum));
        visible.forEach(task -> counts.merge(task.status(), -1, Integer::sum));
        return "  and "
                + counts.entrySet().stream()
                        .filter(status -> status.getValue() > 0)
                        .map(status -> status.getValue() + " " + status.getKey())
                        .collect(Collectors.joining(", "));
    }
}
