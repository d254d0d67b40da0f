package io.fateflow.federation.wire;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** FATE's rule on versions of initiators: 1.7.0 or later. */
public final class FateVersions {

    private static final Pattern VERSION = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");
    private static final int MAJOR = 1;
    private static final int MINOR = 7;

    private FateVersions() {}

    /** The answer for an initiator that is too old, or does not say its version as {@code a.b.c}. */
    public static Optional<Answer> refusal(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return Optional.of(Answer.failure(
                    Answer.EXCEPTION_ERROR, "FFB-6303 the header src_fate_ver is not a version such as 1.11.4"));
        }
        int major = Integer.parseInt(parts.group(1));
        boolean recent = major > MAJOR || (major == MAJOR && Integer.parseInt(parts.group(2)) >= MINOR);
        return recent
                ? Optional.empty()
                : Optional.of(Answer.failure(
                        Answer.INCOMPATIBLE_VERSION, "FFB-6304 FATE %s is too old: 1.7.0 or later".formatted(version)));
    }
}
