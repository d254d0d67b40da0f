package io.fateflow.worker.component.linear.optimize;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

import org.jspecify.annotations.Nullable;

/**
 * FATE's {@code init_param}: the weights before training.
 *
 * @param constant of {@link Kind#CONST}
 * @param seed makes random weights the same each time, those of FATE's own components; null for fresh ones
 */
public record Initializer(
        Kind kind,
        double constant,
        boolean fitIntercept,
        @Nullable Long seed) {

    /** FATE's values of {@code init_method}. */
    public enum Kind {
        RANDOM_UNIFORM,
        RANDOM_NORMAL,
        ONES,
        ZEROS,
        CONST
    }

    /** The same for a party that has no intercept. */
    public Initializer withoutIntercept() {
        return new Initializer(kind, constant, false, seed);
    }

    public Weights weights(int columns) {
        double[] all = DoubleStream.generate(source())
                .limit(columns + (fitIntercept ? 1 : 0))
                .toArray();
        return Weights.of(all, fitIntercept);
    }

    /**
     * Those of FATE's HomoLR, which begins {@link Kind#ZEROS} with the intercept that fits the shares of a party's labels;
     * 0 if they are all of one class, where FATE fails.
     *
     * @param labels 1, or anything else
     */
    public Weights weights(int columns, double[] labels) {
        long ones = Arrays.stream(labels).filter(label -> label == 1).count();
        if (kind != Kind.ZEROS || !fitIntercept || ones == 0 || ones == labels.length) {
            return weights(columns);
        }
        return new Weights(new double[columns], Math.log((double) ones / (labels.length - ones)), true);
    }

    private DoubleSupplier source() {
        RandomGenerator random = seed == null ? new SecureRandom() : new NumpyRandom(seed);
        return switch (kind) {
            case RANDOM_UNIFORM -> random::nextDouble;
            case RANDOM_NORMAL -> random::nextGaussian;
            case ONES -> () -> 1;
            case ZEROS -> () -> 0;
            case CONST -> () -> constant;
        };
    }
}
