package io.fateflow.tools.demo;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

/** Draws how far a job's components are, party by party: in place on a terminal, a line per change elsewhere. */
final class JobView {

    private final PrintStream out;
    private final boolean terminal;
    private final Map<String, String> shown = new LinkedHashMap<>();

    JobView(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Shows task rows as the API gives them. */
    void show(JsonNode tasks) {
        Map<String, String> now = new LinkedHashMap<>();
        for (JsonNode task : tasks) {
            String name = String.format(
                    Locale.ROOT,
                    "  %-24s %-6s %-6s",
                    task.path("f_component_name").asText(),
                    task.path("f_role").asText(),
                    task.path("f_party_id").asText());
            now.put(name, state(task));
        }
        if (terminal) {
            redraw(now);
        } else {
            List<String> changed = new ArrayList<>();
            now.forEach((name, state) -> {
                if (!state.equals(shown.get(name))) {
                    changed.add(name + " " + state);
                }
            });
            changed.forEach(out::println);
        }
        shown.clear();
        shown.putAll(now);
    }

    private void redraw(Map<String, String> now) {
        if (!shown.isEmpty()) {
            // up to the first line drawn before
            out.print("\u001b[" + shown.size() + "A");
        }
        now.forEach((name, state) -> out.print("\u001b[2K" + name + " " + colored(state) + "\n"));
        out.flush();
    }

    private static String state(JsonNode task) {
        String status = task.path("f_party_status").asText();
        return task.path("f_elapsed").isNumber()
                ? status + " in " + task.path("f_elapsed").asLong() + " ms"
                : status;
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
