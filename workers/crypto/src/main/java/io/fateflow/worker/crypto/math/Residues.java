package io.fateflow.worker.crypto.math;

/**
 * Residues modulo one number, kept where the library wants them, so that computations of many steps copy nothing. Written
 * by one thread at a time; many may read.
 */
public interface Residues extends AutoCloseable {

    void set(int index, long[] residue);

    long[] get(int index);

    /** Copies one from the same modulus. */
    void copy(int target, Residues from, int index);

    /** Puts the product of this one's {@code a} and the other's {@code b} at {@code target}; all may be the same. */
    void multiply(int target, int a, Residues other, int b);

    @Override
    void close();
}
