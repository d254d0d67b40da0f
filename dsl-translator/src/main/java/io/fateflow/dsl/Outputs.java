package io.fateflow.dsl;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The outputs a component declares.
 *
 * <p>Outputs that could not be read count as declaring everything: what is wrong with them is reported where they are
 * declared, not where they are used.
 */
final class Outputs {

    private final Map<ArtifactKind, Set<String>> declared = new EnumMap<>(ArtifactKind.class);
    private final Set<ArtifactKind> unreadable = EnumSet.noneOf(ArtifactKind.class);

    static Outputs unreadable() {
        Outputs outputs = new Outputs();
        outputs.unreadable.addAll(EnumSet.allOf(ArtifactKind.class));
        return outputs;
    }

    void declare(ArtifactKind kind, Set<String> names) {
        declared.put(kind, names);
    }

    void markUnreadable(ArtifactKind kind) {
        unreadable.add(kind);
    }

    boolean hasAny(ArtifactKind kind) {
        return unreadable.contains(kind) || declared.containsKey(kind);
    }

    boolean has(ArtifactKind kind, String name) {
        return unreadable.contains(kind)
                || declared.getOrDefault(kind, Set.of()).contains(name);
    }
}
