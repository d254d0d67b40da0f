package io.fateflow.worker.crypto.psi;

/**
 * Encryption under a secret where two parties' encryptions of one element are the same in either order, and tell nothing
 * of the element. Safe for many threads.
 */
public interface CommutativeCipher {

    /** What makes the same cipher again, and must not leave the party. */
    byte[] secret();

    /** Bytes of each element. */
    int width();

    /** Makes an element of an id's digest, and encrypts it. */
    byte[] encryptId(byte[] digest);

    /**
     * Encrypts what another party encrypted.
     *
     * @throws IllegalArgumentException if it is no element, or one that would not hide anything
     */
    byte[] encrypt(byte[] element);
}
