package io.fateflow.worker.crypto.paillier;

import java.math.BigInteger;
import java.util.BitSet;

import io.fateflow.worker.crypto.math.ModularArithmetic;
import io.fateflow.worker.crypto.math.Residues;

/**
 * Encrypted whole numbers of one key, kept where the library wants them and not on the heap, for sums over many of them:
 * additions copy nothing and make no objects. A place that nothing was put into is zero and costs nothing. Written by one
 * thread at a time; many may read.
 */
public final class PaillierTable implements AutoCloseable {

    private final PaillierPublicKey key;
    private final ModularArithmetic arithmetic;
    private final Residues residues;
    private final BitSet filled;
    private final int size;

    /**
     * A table of zeros.
     *
     * @param size how many places there are
     */
    public PaillierTable(PaillierPublicKey key, int size) {
        this.key = key;
        this.arithmetic = key.ciphertexts();
        this.residues = arithmetic.residues(Math.max(1, size));
        this.filled = new BitSet(size);
        this.size = size;
    }

    /** How many bytes a table takes outside of the heap. */
    public static long bytes(PaillierPublicKey key, long size) {
        return size * key.ciphertexts().length() * Long.BYTES;
    }

    public int size() {
        return size;
    }

    /**
     * Puts a number at a place.
     *
     * @throws IllegalArgumentException if it is under another key, or no whole number
     */
    public void set(int place, PaillierNumber number) {
        if (!number.key().equals(key) || number.exponent() != 0) {
            throw new IllegalArgumentException("not a whole number under the table's key");
        }
        residues.set(place, number.ciphertext());
        filled.set(place);
    }

    /** The number at a place; it must be obfuscated before it leaves the party, as {@link PaillierCodec} does. */
    public PaillierNumber get(int place) {
        long[] ciphertext = filled.get(place) ? residues.get(place) : arithmetic.residue(BigInteger.ONE);
        return new PaillierNumber(key, ciphertext, 0, false);
    }

    /** Adds a number of any table of the same key. */
    public void add(int place, PaillierTable other, int otherPlace) {
        if (!other.filled.get(otherPlace)) {
            return;
        }
        if (filled.get(place)) {
            residues.multiply(place, place, other.residues, otherPlace);
        } else {
            residues.copy(place, other.residues, otherPlace);
            filled.set(place);
        }
    }

    /** Multiplies by a power of two. */
    public void shiftLeft(int place, int bits) {
        for (int bit = 0; filled.get(place) && bit < bits; bit++) {
            residues.multiply(place, place, residues, place);
        }
    }

    /** Makes a place zero again. */
    public void clear(int place) {
        filled.clear(place);
    }

    /**
     * Takes away the numbers of another table from as many in a row of this one. All are inverted together (Montgomery's
     * trick): one inversion, and three products for each number.
     */
    public void subtract(int place, PaillierTable other, int otherPlace, int count) {
        int[] places = other.filled.get(otherPlace, otherPlace + count).stream()
                .map(each -> each + otherPlace)
                .toArray();
        if (places.length == 0) {
            return;
        }
        try (Residues products = arithmetic.residues(places.length + 2)) {
            int inverse = places.length;
            int own = places.length + 1;
            products.copy(0, other.residues, places[0]);
            for (int i = 1; i < places.length; i++) {
                products.multiply(i, i - 1, other.residues, places[i]);
            }
            products.set(inverse, arithmetic.inverse(products.get(places.length - 1)));
            for (int i = places.length - 1; i >= 0; i--) {
                if (i > 0) {
                    products.multiply(own, inverse, products, i - 1);
                } else {
                    products.copy(own, products, inverse);
                }
                products.multiply(inverse, inverse, other.residues, places[i]);
                addResidue(place + places[i] - otherPlace, products, own);
            }
        }
    }

    @Override
    public void close() {
        residues.close();
    }

    private void addResidue(int place, Residues from, int index) {
        if (filled.get(place)) {
            residues.multiply(place, place, from, index);
        } else {
            residues.copy(place, from, index);
            filled.set(place);
        }
    }
}
