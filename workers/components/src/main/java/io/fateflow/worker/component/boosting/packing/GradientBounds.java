package io.fateflow.worker.component.boosting.packing;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

import io.fateflow.worker.component.boosting.tree.Gradients;

/** Between what a row's gradient and hessian are, or may be; 0 is always between. */
public record GradientBounds(
        double leastGradient, double greatestGradient, double leastHessian, double greatestHessian) {

    /**
     * Of classes, whose gradients are between -1 and 1 and hessians between 0 and 1 before rows are weighted: these bounds
     * tell nothing of the rows but their weights' range.
     *
     * @param amplifier what else rows may be multiplied by
     * @param weights of the rows; empty if they have none
     */
    public static GradientBounds ofClasses(double amplifier, double... weights) {
        double greatest = Arrays.stream(weights).max().orElse(1);
        double least = Math.min(0, Arrays.stream(weights).min().orElse(0));
        double most = Math.max(greatest, -least) * amplifier;
        return new GradientBounds(-most, most, least * amplifier, Math.max(0, greatest) * amplifier);
    }

    /** Of the rows that count. */
    public static GradientBounds of(Gradients gradients) {
        return new GradientBounds(
                of(gradients, gradients.g(), Math::min),
                of(gradients, gradients.g(), Math::max),
                of(gradients, gradients.h(), Math::min),
                of(gradients, gradients.h(), Math::max));
    }

    private static double of(Gradients gradients, double[][] values, DoubleBinaryOperator extreme) {
        double found = 0;
        for (int k = 0; k < gradients.outputs(); k++) {
            double[] output = values[k];
            found = Arrays.stream(gradients.rows())
                    .mapToDouble(row -> output[row])
                    .reduce(found, extreme);
        }
        return found;
    }
}
