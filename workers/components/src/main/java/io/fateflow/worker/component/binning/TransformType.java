package io.fateflow.worker.component.binning;

import java.util.Locale;

/** FATE's {@code transform_type}: what a value is replaced by. */
enum TransformType {
    /** The number of its bin, from 0. */
    BIN_NUM,
    /** The weight of evidence of its bin. */
    WOE,
    /** Nothing. */
    NONE;

    /** As FATE writes it; empty for {@link #NONE}. */
    String fateName() {
        return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
    }

    static TransformType of(String fateName) {
        return fateName.isEmpty() ? NONE : valueOf(fateName.toUpperCase(Locale.ROOT));
    }
}
