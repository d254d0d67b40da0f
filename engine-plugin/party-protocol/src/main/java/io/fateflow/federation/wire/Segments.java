package io.fateflow.federation.wire;

import java.util.List;
import java.util.regex.Pattern;

/** The parts between the slashes of a path. FATE never escapes them, so they must not need it. */
final class Segments {

    private static final String VERSION = "v1";
    private static final Pattern PLAIN = Pattern.compile("[\\w.~-]+");

    private Segments() {}

    /** @throws IllegalArgumentException if the value can't be part of a path */
    static void check(String name, String value) {
        if (!PLAIN.matcher(value).matches() || value.equals(".") || value.equals("..")) {
            throw new IllegalArgumentException(
                    name + " can't be part of a path between sites: use calls, digits, _, -");
        }
    }

    static String path(String... parts) {
        return "/" + VERSION + "/" + String.join("/", parts);
    }

    /** The parts after the version; a slash at the end does not count. Empty for any other path. */
    static List<String> split(String path) {
        String start = "/" + VERSION + "/";
        if (!path.startsWith(start)) {
            return List.of();
        }
        String rest = path.substring(start.length());
        String trimmed = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        return List.of(trimmed.split("/", -1));
    }
}
