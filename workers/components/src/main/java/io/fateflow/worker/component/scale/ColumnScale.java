package io.fateflow.worker.component.scale;

/**
 * How one column is scaled: cut off at its limits, then shifted and divided.
 *
 * @param mean for the standard method; 0 otherwise, as FATE's model has it
 * @param deviation for the standard method; 0 otherwise
 */
record ColumnScale(String name, boolean standard, double lower, double upper, double mean, double deviation) {

    static final String MIN_MAX = "min_max_scale";
    static final String STANDARD = "standard_scale";

    /** FATE divides by 1 instead of by less. */
    private static final double LEAST_DIVISOR = 1e-6;

    /** NaN stays NaN. */
    double apply(double value) {
        double cut = cut(value);
        return standard ? (cut - mean) / divisor(deviation) : (cut - lower) / divisor(upper - lower);
    }

    double cut(double value) {
        return value > upper ? upper : value < lower ? lower : value;
    }

    static double divisor(double range) {
        return Math.abs(range) < LEAST_DIVISOR ? 1 : range;
    }
}
