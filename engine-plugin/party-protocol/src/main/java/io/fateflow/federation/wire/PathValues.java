package io.fateflow.federation.wire;

import java.util.Map;

import io.fateflow.dsl.Party;

/** The named parts of a path. */
record PathValues(Map<String, String> values) {

    static final String JOB = "job";
    static final String COMPONENT = "component";
    static final String TASK = "task";
    static final String VERSION = "version";
    static final String ROLE = "role";
    static final String PARTY = "party";

    /** What follows the action: a status, what to clean, an operation. */
    static final String DETAIL = "detail";

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    String detail() {
        return get(DETAIL);
    }

    Party party() {
        return new Party(get(ROLE), number(PARTY));
    }

    JobAddress job() {
        return new JobAddress(get(JOB), party());
    }

    TaskAddress task() {
        return new TaskAddress(get(JOB), get(COMPONENT), get(TASK), Math.toIntExact(number(VERSION)), party());
    }

    private long number(String name) {
        try {
            return Long.parseLong(get(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is not a number", e);
        }
    }
}
