package io.fateflow.federation.status;

import java.util.Arrays;
import java.util.Locale;

/** Reads what a status is called between sites; it may come from anybody. */
final class StatusNames {

    private static final int SHOWN = 40;

    private StatusNames() {}

    /**
     * Finds the status of a name.
     *
     * @param of what has such a status, for the message
     * @throws IllegalArgumentException if there is none
     */
    static <S extends Enum<S>> S of(Class<S> statuses, String of, String wire) {
        String name = wire.toUpperCase(Locale.ROOT);
        return Arrays.stream(statuses.getEnumConstants())
                .filter(status -> status.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "FATE has no %s status '%s'".formatted(of, wire.substring(0, Math.min(wire.length(), SHOWN)))));
    }
}
