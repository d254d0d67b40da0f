package io.fateflow.worker.component.linear.optimize;

import java.util.random.RandomGenerator;

/**
 * What numpy's {@code rand} and {@code randn} draw after {@code numpy.random.seed}, number by number: the Mersenne twister
 * MT19937 (Matsumoto and Nishimura 1998), doubles of 53 bits, and Marsaglia's polar method. Numpy promises that these stay as
 * they are (NEP 19). Not for secrets.
 */
final class NumpyRandom implements RandomGenerator {

    private static final int LENGTH = 624;
    private static final int SHIFT = 397;
    private static final int UPPER = 0x80000000;
    private static final int TWIST = 0x9908b0df;

    private final int[] state = new int[LENGTH];
    private int next = LENGTH;
    private double kept = Double.NaN;

    /** @param seed from 0 to 2^32 - 1 */
    NumpyRandom(long seed) {
        state[0] = (int) seed;
        for (int i = 1; i < LENGTH; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
        }
    }

    @Override
    public int nextInt() {
        if (next == LENGTH) {
            twist();
        }
        int tempered = state[next++];
        tempered ^= tempered >>> 11;
        tempered ^= tempered << 7 & 0x9d2c5680;
        tempered ^= tempered << 15 & 0xefc60000;
        return tempered ^ tempered >>> 18;
    }

    @Override
    public long nextLong() {
        return (long) nextInt() << Integer.SIZE | Integer.toUnsignedLong(nextInt());
    }

    @Override
    public double nextDouble() {
        int high = nextInt() >>> 5;
        int low = nextInt() >>> 6;
        return (high * 0x1p26 + low) * 0x1p-53;
    }

    /** Two at a time: the second is kept for the next call. */
    @Override
    public double nextGaussian() {
        if (!Double.isNaN(kept)) {
            double given = kept;
            kept = Double.NaN;
            return given;
        }
        while (true) {
            double x = 2 * nextDouble() - 1;
            double y = 2 * nextDouble() - 1;
            double square = x * x + y * y;
            if (square < 1 && square != 0) {
                double factor = Math.sqrt(-2 * Math.log(square) / square);
                kept = factor * x;
                return factor * y;
            }
        }
    }

    private void twist() {
        for (int i = 0; i < LENGTH; i++) {
            int joined = (state[i] & UPPER) | (state[(i + 1) % LENGTH] & ~UPPER);
            state[i] = state[(i + SHIFT) % LENGTH] ^ joined >>> 1 ^ ((joined & 1) == 0 ? 0 : TWIST);
        }
        next = 0;
    }
}
