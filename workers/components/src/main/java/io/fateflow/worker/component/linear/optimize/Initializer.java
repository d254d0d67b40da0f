package io.fateflow.worker.component.linear.optimize;

import java.security.SecureRandom;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

import org.jspecify.annotations.Nullable;

/**
 * FATE's {@code init_param}: the weights before training.
 *
 * @param constant of {@link Kind#CONST}
 * @param seed makes random weights the same each time, though not those of another FATE's; null for fresh ones
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

    private DoubleSupplier source() {
        Random random = seed == null ? new SecureRandom() : new Random(seed);
        return switch (kind) {
            case RANDOM_UNIFORM -> random::nextDouble;
            case RANDOM_NORMAL -> random::nextGaussian;
            case ONES -> () -> 1;
            case ZEROS -> () -> 0;
            case CONST -> () -> constant;
        };
    }
}
