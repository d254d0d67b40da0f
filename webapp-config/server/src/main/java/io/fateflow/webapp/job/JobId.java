package io.fateflow.webapp.job;

import java.util.Optional;
import java.util.regex.Pattern;

/** FATE's job ids: digits, at least as long as a time in microseconds. Nothing else may become part of a path. */
public final class JobId {

    private static final Pattern FORM = Pattern.compile("\\d{20,25}");

    private JobId() {}

    /** The id, if it is one. */
    public static Optional<String> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(text) : Optional.empty();
    }
}
