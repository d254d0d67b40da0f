package io.fateflow.worker.component.split;

import java.util.Locale;

/** What the rows of a split are for; in the order of the outputs. */
enum Part {
    TRAIN,
    VALIDATE,
    TEST;

    /** FATE's name of it. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
