package io.fateflow.dsl;

import java.util.Locale;

/** What a component hands on. */
enum ArtifactKind {
    DATA,
    MODEL,
    CACHE;

    /** The key in the DSL. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
