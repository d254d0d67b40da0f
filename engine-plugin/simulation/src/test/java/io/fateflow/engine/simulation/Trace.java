package io.fateflow.engine.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What happened in a run, in order, with names instead of ids that differ from run to run. */
final class Trace {

    private static final int SHOWN = 60;

    private final List<String> lines = new ArrayList<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    /** From now on an id is shown by its name. */
    void name(String id, String name) {
        names.put(id, name);
    }

    void add(String line) {
        lines.add(named(line));
    }

    String named(String line) {
        // a database counts commands up, and the clock goes on, run after run
        String shown =
                line.replaceAll("command \\d+ to", "command to").replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "then");
        for (Map.Entry<String, String> name : names.entrySet()) {
            shown = shown.replace(name.getKey(), name.getValue());
        }
        return shown;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** The last of it. */
    String tail() {
        int from = Math.max(0, lines.size() - Integer.getInteger("simulation.trace", SHOWN));
        return "(%d steps before)%n%s".formatted(from, String.join("\n", lines.subList(from, lines.size())));
    }
}
