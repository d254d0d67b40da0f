package io.fateflow.dsl;

import java.util.Locale;

/** FATE's {@code job_type}. */
enum JobKind {
    TRAIN,
    PREDICT,
    /** The conf does not say, because it is broken: rules that depend on the kind are left out. */
    UNKNOWN;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
