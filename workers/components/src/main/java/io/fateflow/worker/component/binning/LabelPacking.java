package io.fateflow.worker.component.binning;

import java.io.IOException;
import java.math.BigInteger;

import io.fateflow.worker.crypto.paillier.FixedPoint;
import io.fateflow.worker.crypto.paillier.PaillierPublicKey;

/**
 * The classes of rows in one number each, so that the sum of such numbers has the count of every class in its own bits.
 */
final class LabelPacking {

    private final int classes;
    private final int width;

    /**
     * Makes room.
     *
     * @param rows that may be added up
     * @throws IOException if the counts of all classes do not fit under the key
     */
    LabelPacking(int classes, int rows, PaillierPublicKey key) throws IOException {
        this.classes = classes;
        this.width = Integer.SIZE - Integer.numberOfLeadingZeros(rows);
        // a third of the key's range is for positive numbers
        if ((long) classes * width > key.n().bitLength() - 3) {
            throw new IOException("the label has " + classes + " classes, too many for a key of "
                    + key.n().bitLength() + " bits: set encrypt_param.key_length to more, or label what is no class");
        }
    }

    FixedPoint pack(int whichClass) {
        return new FixedPoint(BigInteger.ONE.shiftLeft(whichClass * width), 0);
    }

    /** The counts by class in a sum. */
    long[] unpack(FixedPoint sum) {
        BigInteger mask = BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
        long[] counts = new long[classes];
        for (int i = 0; i < classes; i++) {
            counts[i] = sum.mantissa().shiftRight(i * width).and(mask).longValueExact();
        }
        return counts;
    }
}
