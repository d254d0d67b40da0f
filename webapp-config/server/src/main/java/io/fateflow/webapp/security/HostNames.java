package io.fateflow.webapp.security;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** The names under which this server may be called. */
final class HostNames {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final Set<String> others;

    HostNames(Set<String> others) {
        this.others =
                others.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a {@code Host} header names this server; the port does not matter. */
    boolean contains(@Nullable String hostHeader) {
        if (hostHeader == null) {
            return false;
        }
        String name = PORT.matcher(hostHeader.toLowerCase(Locale.ROOT)).replaceFirst("");
        return LOOPBACK.matcher(name).matches() || others.contains(name);
    }
}
