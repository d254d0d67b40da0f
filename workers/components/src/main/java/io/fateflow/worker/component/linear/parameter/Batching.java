package io.fateflow.worker.component.linear.parameter;

import io.fateflow.worker.component.Parameters;

/**
 * How the rows of an iteration are parted.
 *
 * @param size of a batch, {@link #ALL} for all rows
 * @param random whether an iteration is one random batch and not all batches in turn
 * @param shuffle whether rows are shuffled before each iteration
 * @param maskedRate how many rows that are not in the batch are named to hosts with each that is
 */
public record Batching(int size, boolean random, boolean shuffle, double maskedRate) {

    /** FATE's word for all rows in one batch. */
    public static final int ALL = -1;

    private static final int LEAST = 10;

    static Batching read(Parameters parameters, Flavour flavour) {
        int size = parameters.integer("batch_size", ALL, ALL, Integer.MAX_VALUE);
        if (size != ALL && size < LEAST) {
            throw parameters.wrong("batch_size", "must be -1 or at least " + LEAST + ", not " + size);
        }
        if (flavour != Flavour.HETERO_LR) {
            return new Batching(size, false, false, 0);
        }
        return new Batching(
                size,
                parameters.choice("batch_strategy", "full", "full", "random").equals("random"),
                parameters.flag("shuffle", true),
                parameters.decimal("masked_rate", 5, 0, Integer.MAX_VALUE));
    }

    /** The size of the first batch of as many rows. */
    public int sizeOf(int rows) {
        return size == ALL ? rows : Math.min(size, rows);
    }
}
