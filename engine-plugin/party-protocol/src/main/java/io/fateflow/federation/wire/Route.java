package io.fateflow.federation.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A path with named parts: a row of the table that both transports serve.
 *
 * @param template such as {@code party/{job}/{role}/{party}/create}
 * @param limit what its body may bring
 */
record Route(String template, BodyLimit limit, Maker call) {

    /** Makes the call of what the path and the body say. */
    @FunctionalInterface
    interface Maker {
        WireCall of(PathValues path, ObjectNode body);
    }

    /** With a small body. */
    Route(String template, Maker call) {
        this(template, BodyLimit.SMALL, call);
    }

    /** As a pattern of a web server: {@code /v1/party/{job}/…}. */
    String pattern() {
        return Segments.path(template);
    }

    Optional<PathValues> match(List<String> segments) {
        List<String> parts = List.of(template.split("/", -1));
        if (parts.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            String segment = segments.get(i);
            if (part.startsWith("{") && !segment.isEmpty()) {
                values.put(part.substring(1, part.length() - 1), segment);
            } else if (!part.equals(segment)) {
                return Optional.empty();
            }
        }
        return Optional.of(new PathValues(values));
    }
}
