package io.fateflow.worker.component.scorecard;

import io.fateflow.worker.component.Parameters;

/**
 * FATE's formula {@code offset + factor / ln(base) · ln((1 − p) / p)}: with a factor of 20 and a base of 2 a score grows by 20
 * where the odds double. It stays between two limits; a p that is no probability has −1 before that.
 *
 * @param ratio of the upper limit to the offset
 * @param least the lower limit
 */
record CreditScore(double offset, double factor, double base, double ratio, double least) {

    private static final double NEARLY = 1e-8;

    static CreditScore read(Parameters parameters) {
        parameters.choice("method", "credit", "credit");
        CreditScore read = new CreditScore(
                number(parameters, "offset", 500),
                number(parameters, "factor", 20),
                parameters.decimal("factor_base", 2, Double.MIN_NORMAL, Double.MAX_VALUE),
                number(parameters, "upper_limit_ratio", 3),
                number(parameters, "lower_limit_value", 0));
        parameters.refuseOthers();
        if (read.base() == 1) {
            throw parameters.wrong("factor_base", "must not be 1, whose logarithm is 0");
        }
        return read;
    }

    /** With two decimals, as Python rounds: a half goes to the even digit. */
    double of(double probability) {
        double greatest = ratio * offset;
        double score;
        if (probability >= 0 && probability <= NEARLY) {
            score = greatest;
        } else if (probability > 0 && Math.abs(probability - 1) <= NEARLY) {
            score = least;
        } else if (!(probability >= 0 && probability <= 1)) {
            score = -1;
        } else {
            score = offset + factor / Math.log(base) * Math.log((1 - probability) / probability);
        }
        return Math.rint(Math.max(least, Math.min(greatest, score)) * 100) / 100;
    }

    String formula() {
        return "Score = " + show(offset) + " + " + show(factor) + " / ln(" + show(base) + ") * ln(Odds)";
    }

    private static double number(Parameters parameters, String name, double defaultValue) {
        return parameters.decimal(name, defaultValue, -Double.MAX_VALUE, Double.MAX_VALUE);
    }

    private static String show(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
