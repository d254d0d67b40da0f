package io.fateflow.federation.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A path with named parts: a row of the table that both transports serve.
 *
 * @param type of the calls that have this path
 * @param parts of its template: each path that comes is compared with all of them
 * @param limit what its body may bring
 */
record Route(Class<? extends WireCall> type, List<String> parts, BodyLimit limit, Maker call) {

    private static final String ADDRESS_ENDS = "{party}";

    /** Makes the call of what the path and the body say. */
    @FunctionalInterface
    interface Maker {
        WireCall of(PathValues path, ObjectNode body);
    }

    /** @param template such as {@code party/{job}/{role}/{party}/create} */
    Route(Class<? extends WireCall> type, String template, BodyLimit limit, Maker call) {
        this(type, List.of(template.split("/", -1)), limit, call);
    }

    /** With a small body. */
    Route(Class<? extends WireCall> type, String template, Maker call) {
        this(type, template, BodyLimit.SMALL, call);
    }

    String template() {
        return String.join("/", parts);
    }

    /** As a pattern of a web server: {@code /v1/party/{job}/…}. */
    String pattern() {
        return Segments.path(template());
    }

    /** The template with these values: the path without its version. */
    String filled(Map<String, String> values) {
        return parts.stream()
                .map(part -> isNamed(part) ? values.getOrDefault(name(part), "") : part)
                .collect(Collectors.joining("/"));
    }

    /** As {@link #filled}, without all that comes before the party and its id. */
    String action(Map<String, String> values) {
        List<String> action = parts.subList(parts.indexOf(ADDRESS_ENDS) + 1, parts.size());
        return new Route(type, action, limit, call).filled(values);
    }

    private static boolean isNamed(String part) {
        return part.startsWith("{");
    }

    private static String name(String part) {
        return part.substring(1, part.length() - 1);
    }

    Optional<PathValues> match(List<String> segments) {
        if (parts.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            String segment = segments.get(i);
            if (isNamed(part) && !segment.isEmpty()) {
                values.put(name(part), segment);
            } else if (!part.equals(segment)) {
                return Optional.empty();
            }
        }
        return Optional.of(new PathValues(values));
    }
}
