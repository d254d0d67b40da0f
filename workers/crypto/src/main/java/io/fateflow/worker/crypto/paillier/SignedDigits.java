package io.fateflow.worker.crypto.paillier;

/**
 * Whole numbers {@code mantissa · 2^shift} cut into digits of {@code width} bits, from −2^(width−1) to 2^(width−1) − 1 for
 * positive numbers, with the signs turned for negative ones. Cut when asked, so that it needs no memory.
 */
final class SignedDigits {

    private final long[] mantissas;
    private final int[] shifts;
    private final int width;
    private final int places;
    private final int ownPlaces;
    private final long bias;

    /**
     * Takes the arrays as they are.
     *
     * @param shifts zero or more
     * @param bits of the greatest mantissa
     * @param width at least two, and as {@link #fits} allows
     */
    SignedDigits(long[] mantissas, int[] shifts, int bits, int width) {
        this.mantissas = mantissas;
        this.shifts = shifts;
        this.width = width;
        // a shift moves by whole digits and a rest of less than a digit, which makes the mantissa longer
        this.ownPlaces = ownPlaces(bits, width);
        int greatest = 0;
        for (int shift : shifts) {
            greatest = Math.max(greatest, shift);
        }
        this.places = ownPlaces + greatest / width;
        this.bias = bias(ownPlaces, width);
    }

    int rows() {
        return mantissas.length;
    }

    int width() {
        return width;
    }

    int places() {
        return places;
    }

    int digit(int row, int place) {
        int own = place - shifts[row] / width;
        if (own < 0 || own >= ownPlaces || mantissas[row] == 0) {
            return 0;
        }
        long biased = (Math.abs(mantissas[row]) << (shifts[row] % width)) + bias;
        long mask = (1L << width) - 1;
        int digit = (int) ((biased >>> (own * width)) & mask) - (1 << (width - 1));
        return mantissas[row] < 0 ? -digit : digit;
    }

    /** Whether mantissas of so many bits can be cut so. */
    static boolean fits(int bits, int width) {
        return ownPlaces(bits, width) * width <= Long.SIZE;
    }

    /** How many digits mantissas of so many bits have, whatever their shifts. */
    static int ownPlaces(int bits, int width) {
        return (bits + width) / width + 1;
    }

    /** Half of each digit's range at its place: with it added, plain digits are the signed ones, each plus a half. */
    private static long bias(int places, int width) {
        long bias = 0;
        for (int place = 0; place < places; place++) {
            bias |= 1L << (place * width + width - 1);
        }
        return bias;
    }
}
