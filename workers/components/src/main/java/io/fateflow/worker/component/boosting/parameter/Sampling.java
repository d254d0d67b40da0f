package io.fateflow.worker.component.boosting.parameter;

import io.fateflow.worker.component.Parameters;

/**
 * What of the data a tree is grown from.
 *
 * @param featureRate the share of each party's columns
 * @param goss whether only rows with great gradients, and some others, are taken
 * @param topRate the share of rows with the greatest gradients
 * @param otherRate the share of the other rows, which then count for all of them
 */
public record Sampling(double featureRate, boolean goss, double topRate, double otherRate) {

    static Sampling read(Parameters parameters, boolean homo) {
        double featureRate = parameters.decimal("subsample_feature_rate", 1, 0, 1);
        if (homo) {
            return new Sampling(featureRate, false, 0, 0);
        }
        Sampling read = new Sampling(
                featureRate,
                parameters.flag("run_goss", false),
                parameters.decimal("top_rate", 0.2, Double.MIN_VALUE, 1),
                parameters.decimal("other_rate", 0.1, Double.MIN_VALUE, 1));
        if (read.topRate + read.otherRate >= 1) {
            throw parameters.wrong("top_rate", "and other_rate must be less than 1 together");
        }
        return read;
    }

    /** By what the other rows' gradients are multiplied. */
    public double amplifier() {
        return (1 - topRate) / otherRate;
    }
}
