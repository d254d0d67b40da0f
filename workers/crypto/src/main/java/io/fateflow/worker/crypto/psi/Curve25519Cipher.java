package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.security.SecureRandom;

/** Multiplication on Curve25519 (RFC 7748); digests become points by Elligator 2 (RFC 9380, 6.7.1). */
public final class Curve25519Cipher implements CommutativeCipher {

    private final byte[] scalar;
    private final X25519 secret;
    private final Elligator elligator = new Elligator();

    public Curve25519Cipher(SecureRandom random) {
        this(randomBytes(random));
    }

    /**
     * One that was there before.
     *
     * @param scalar its secret
     */
    public Curve25519Cipher(byte[] scalar) {
        this(scalar, X25519.of(scalar));
    }

    Curve25519Cipher(byte[] scalar, X25519 secret) {
        this.scalar = scalar.clone();
        this.secret = secret;
    }

    @Override
    public byte[] secret() {
        return scalar.clone();
    }

    @Override
    public int width() {
        return X25519.WIDTH;
    }

    @Override
    public byte[] encryptId(byte[] digest) {
        return secret.multiply(Coordinates.bytes(elligator.map(new BigInteger(1, digest))));
    }

    @Override
    public byte[] encrypt(byte[] element) {
        return secret.multiply(element);
    }

    private static byte[] randomBytes(SecureRandom random) {
        byte[] bytes = new byte[X25519.WIDTH];
        random.nextBytes(bytes);
        return bytes;
    }
}
