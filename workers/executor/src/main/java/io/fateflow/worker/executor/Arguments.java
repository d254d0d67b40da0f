package io.fateflow.worker.executor;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** FATE's command line: {@code --name value} pairs in any order; names that are not needed here are let pass. */
record Arguments(Map<String, String> values) {

    static Arguments parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!arguments[i].startsWith("--") || i + 1 == arguments.length) {
                throw new IllegalArgumentException("expected --name value, not " + arguments[i]);
            }
            values.put(arguments[i].substring(2), arguments[i + 1]);
        }
        return new Arguments(values);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the argument --" + name + " is missing");
        }
        return value;
    }

    Path path(String name) {
        return Path.of(text(name));
    }
}
