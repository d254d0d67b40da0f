package io.fateflow.tools.view;

import java.util.Locale;

import io.fateflow.client.Task;

/**
 * One component at one party.
 *
 * @param where component, role and party, in columns
 * @param state its status, and how long it took if there is room for it
 */
record TaskLine(String where, String state) {

    private static final int COMPONENT = 24;
    private static final int SHORTEST_COMPONENT = 6;

    /** The longest that a status is. */
    private static final int STATUS = 8;

    /** As wide as it is. */
    static TaskLine of(Task task) {
        return new TaskLine(where(task.component(), COMPONENT, task), state(task));
    }

    /** Not wider than a terminal: the name is cut, and the time left out, before the status suffers. */
    static TaskLine of(Task task, int columns) {
        int withoutName = where("", 0, task).length() + 1 + STATUS;
        int room = Math.max(SHORTEST_COMPONENT, columns - withoutName);
        String where = where(shortened(task.component(), room), Math.min(room, COMPONENT), task);
        String state = state(task);
        return new TaskLine(where, where.length() + 1 + state.length() <= columns ? state : task.status());
    }

    String plain() {
        return where + " " + state;
    }

    String colored() {
        return where + " " + color() + state + "\u001b[0m";
    }

    private static String where(String name, int nameWidth, Task task) {
        return String.format(
                Locale.ROOT,
                "  %s %-6s %-6s",
                name + " ".repeat(Math.max(0, nameWidth - name.length())),
                task.role(),
                task.partyId());
    }

    /** Keeps both ends: names differ in the number at their end. */
    private static String shortened(String name, int room) {
        if (name.length() <= room) {
            return name;
        }
        int end = room / 2;
        return name.substring(0, room - end - 1) + "…" + name.substring(name.length() - end);
    }

    private static String state(Task task) {
        return task.elapsed() == null ? task.status() : task.status() + " in " + task.elapsed() + " ms";
    }

    private String color() {
        if (state.startsWith("success") || state.startsWith("pass")) {
            return "\u001b[32m";
        }
        if (state.startsWith("running")) {
            return "\u001b[33m";
        }
        return state.startsWith("waiting") ? "" : "\u001b[31m";
    }
}
