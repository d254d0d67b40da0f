package io.fateflow.tools.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import io.fateflow.client.Task;

/** Draws how far a job's components are, party by party: in place on a terminal, a line per change elsewhere. */
public final class JobView {

    private final Consumer<String> out;
    private final boolean terminal;
    private final Map<String, String> shown = new LinkedHashMap<>();

    /**
     * Shows nothing yet.
     *
     * @param out takes what is to be printed, with its line ends
     * @param terminal whether lines can be drawn over, and coloured
     */
    public JobView(Consumer<String> out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Shows what is true now. */
    public void show(List<Task> tasks) {
        Map<String, String> now = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        for (Task task : tasks) {
            String name =
                    String.format(Locale.ROOT, "  %-24s %-6s %-6s", task.component(), task.role(), task.partyId());
            now.put(name, state(task));
        }
        if (terminal) {
            redraw(now, text);
        } else {
            now.forEach((name, state) -> {
                if (!state.equals(shown.get(name))) {
                    text.append(name).append(' ').append(state).append('\n');
                }
            });
        }
        if (!text.isEmpty()) {
            out.accept(text.toString());
        }
        shown.clear();
        shown.putAll(now);
    }

    /** Something else was printed, which is not drawn over. */
    public void leave() {
        if (terminal) {
            shown.clear();
        }
    }

    private void redraw(Map<String, String> now, StringBuilder text) {
        if (!shown.isEmpty()) {
            // up to the first line drawn before
            text.append("\u001b[").append(shown.size()).append('A');
        }
        now.forEach((name, state) -> text.append("\u001b[2K")
                .append(name)
                .append(' ')
                .append(colored(state))
                .append('\n'));
    }

    private static String state(Task task) {
        return task.elapsed() == null ? task.status() : task.status() + " in " + task.elapsed() + " ms";
    }

    private static String colored(String state) {
        if (state.startsWith("success") || state.startsWith("pass")) {
            return "\u001b[32m" + state + "\u001b[0m";
        }
        if (state.startsWith("running")) {
            return "\u001b[33m" + state + "\u001b[0m";
        }
        return state.startsWith("waiting") ? state : "\u001b[31m" + state + "\u001b[0m";
    }
}
