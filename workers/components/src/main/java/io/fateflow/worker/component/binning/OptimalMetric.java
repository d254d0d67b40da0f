package io.fateflow.worker.component.binning;

import java.util.Locale;

/** FATE's {@code metric_method}: what an optimal binning makes the most of. */
enum OptimalMetric {
    IV,
    GINI,
    CHI_SQUARE,
    KS;

    /** As FATE writes it; it also takes {@code chi-square}. */
    String fateName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static OptimalMetric of(String fateName) {
        return valueOf(fateName.replace('-', '_').toUpperCase(Locale.ROOT));
    }
}
