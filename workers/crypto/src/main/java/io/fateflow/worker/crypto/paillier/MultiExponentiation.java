package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.stream.IntStream;

import io.fateflow.worker.crypto.math.ModularArithmetic;
import io.fateflow.worker.crypto.math.Residues;

/**
 * The product of many ciphertexts, each raised to its own small power, by buckets (Pippenger): the powers are cut into
 * signed digits; for each digit's place, the ciphertexts are multiplied into the bucket of their digit, and the buckets
 * are put together. What has a negative digit is gathered apart, and inverted once at the end.
 */
final class MultiExponentiation {

    private static final int RESULT = 0;
    private static final int RUNNING = 1;
    private static final int ACCUMULATORS = 2;
    private static final int LEAST_WIDTH = 2;
    private static final int MOST_WIDTH = 12;

    private final ModularArithmetic arithmetic;
    private final Residues bases;
    private final SignedDigits digits;

    /**
     * Computes nothing yet.
     *
     * @param bases the ciphertexts, by row
     */
    MultiExponentiation(ModularArithmetic arithmetic, Residues bases, SignedDigits digits) {
        this.arithmetic = arithmetic;
        this.bases = bases;
        this.digits = digits;
    }

    /** The digits' width in bits for which there is least to multiply. */
    static int width(int rows, int bits) {
        return IntStream.rangeClosed(LEAST_WIDTH, MOST_WIDTH)
                .filter(width -> width == LEAST_WIDTH || SignedDigits.fits(bits, width))
                .boxed()
                .min(Comparator.comparingLong(width -> cost(rows, bits, width)))
                .orElseThrow();
    }

    long[] compute() {
        int buckets = 1 << (digits.width() - 1);
        try (Side positive = new Side(buckets);
                Side negative = new Side(buckets)) {
            for (int place = digits.places() - 1; place >= 0; place--) {
                positive.shift();
                negative.shift();
                fill(place, positive, negative);
                positive.gather();
                negative.gather();
            }
            return arithmetic.multiply(positive.result(), arithmetic.inverse(negative.result()));
        }
    }

    private void fill(int place, Side positive, Side negative) {
        for (int row = 0; row < digits.rows(); row++) {
            int digit = digits.digit(row, place);
            if (digit > 0) {
                positive.put(digit, row);
            } else if (digit < 0) {
                negative.put(-digit, row);
            }
        }
    }

    private static long cost(int rows, int bits, int width) {
        return SignedDigits.ownPlaces(bits, width) * (rows + 4L * (1 << (width - 1)));
    }

    /** The buckets of one sign. What is one is not multiplied. */
    private final class Side implements AutoCloseable {

        private final Residues memory;
        private final boolean[] used;

        Side(int buckets) {
            memory = arithmetic.residues(ACCUMULATORS + buckets);
            used = new boolean[ACCUMULATORS + buckets];
        }

        void put(int digit, int row) {
            multiply(ACCUMULATORS + digit - 1, bases, row);
        }

        /** Makes room for the next place. */
        void shift() {
            for (int bit = 0; used[RESULT] && bit < digits.width(); bit++) {
                memory.multiply(RESULT, RESULT, memory, RESULT);
            }
        }

        /** Multiplies each bucket into the result as often as its digit says, and empties it. */
        void gather() {
            used[RUNNING] = false;
            for (int bucket = used.length - 1; bucket >= ACCUMULATORS; bucket--) {
                if (used[bucket]) {
                    multiply(RUNNING, memory, bucket);
                    used[bucket] = false;
                }
                if (used[RUNNING]) {
                    multiply(RESULT, memory, RUNNING);
                }
            }
        }

        long[] result() {
            return used[RESULT] ? memory.get(RESULT) : arithmetic.residue(BigInteger.ONE);
        }

        @Override
        public void close() {
            memory.close();
        }

        private void multiply(int target, Residues from, int index) {
            if (used[target]) {
                memory.multiply(target, target, from, index);
            } else {
                memory.copy(target, from, index);
                used[target] = true;
            }
        }
    }
}
