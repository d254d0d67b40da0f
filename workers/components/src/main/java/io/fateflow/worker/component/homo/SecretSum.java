package io.fateflow.worker.component.homo;

import java.util.List;

/**
 * Sums of numbers that nobody sees: each party adds a mask for every other one, and every two parties' masks cancel out.
 * Numbers are fixed point in 64 bits with 34 places after the point, and all arithmetic wraps around at 2^64: so masks cancel
 * exactly, and a masked number is as good as a random one. What is left of rounding is below 2^-34 for each party.
 */
final class SecretSum {

    private static final int PLACES = 34;

    /** So that the sum of all parties' numbers, each weighted, stays below 2^63. */
    private static final double MOST = 1e8;

    private final List<Mask> masks;

    /**
     * What this party shares with another one.
     *
     * @param adds whether it is added, as the party with the lesser uuid does; the other one takes it away
     */
    record Mask(MaskStream stream, boolean adds) {}

    SecretSum(List<Mask> masks) {
        this.masks = List.copyOf(masks);
    }

    /**
     * Numbers as they may leave the party.
     *
     * @throws ArithmeticException if one is too large
     */
    long[] masked(double[] numbers) {
        long[] masked = new long[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            // NaN is not below anything
            if (!(Math.abs(numbers[i]) <= MOST)) {
                throw new ArithmeticException("The model weights are overflow, please check if the input data has been"
                        + " normalized (FeatureScale), or lower learning_rate");
            }
            masked[i] = Math.round(Math.scalb(numbers[i], PLACES));
        }
        for (Mask mask : masks) {
            long[] stream = mask.stream().next(numbers.length);
            for (int i = 0; i < masked.length; i++) {
                masked[i] += mask.adds() ? stream[i] : -stream[i];
            }
        }
        return masked;
    }

    /** The sum of all parties' masked numbers, without masks. */
    static double[] sum(List<long[]> masked) {
        double[] sums = new double[masked.get(0).length];
        for (int i = 0; i < sums.length; i++) {
            long sum = 0;
            for (long[] each : masked) {
                sum += each[i];
            }
            sums[i] = Math.scalb((double) sum, -PLACES);
        }
        return sums;
    }
}
