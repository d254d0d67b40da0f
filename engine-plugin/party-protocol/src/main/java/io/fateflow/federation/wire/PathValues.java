package io.fateflow.federation.wire;

import java.util.Map;

import io.fateflow.dsl.Party;

/** The named parts of a path. */
record PathValues(Map<String, String> values) {

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    Party party() {
        return new Party(get("role"), number("party"));
    }

    JobAddress job() {
        return new JobAddress(get("job"), party());
    }

    TaskAddress task() {
        return new TaskAddress(get("job"), get("component"), get("task"), Math.toIntExact(number("version")), party());
    }

    private long number(String name) {
        try {
            return Long.parseLong(get(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is not a number", e);
        }
    }
}
