package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import javax.crypto.KeyAgreement;

/** Multiplication on Curve25519 (RFC 7748), by the JDK; digests become points by Elligator 2 (RFC 9380, 6.7.1). */
public final class Curve25519Cipher implements CommutativeCipher {

    private static final int WIDTH = 32;
    private static final String ALGORITHM = "XDH";

    private final PrivateKey secret;
    private final Elligator elligator = new Elligator();

    public Curve25519Cipher(SecureRandom random) {
        this(randomBytes(random));
    }

    Curve25519Cipher(byte[] scalar) {
        this.secret = privateKey(scalar);
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public byte[] encryptId(byte[] digest) {
        return multiply(elligator.map(new BigInteger(1, digest)));
    }

    @Override
    public byte[] encrypt(byte[] element) {
        if (element.length != WIDTH) {
            throw new IllegalArgumentException("a point of " + element.length + " bytes, not " + WIDTH);
        }
        byte[] coordinate = reverse(element);
        // as RFC 7748 has it, the highest bit says nothing
        coordinate[0] &= 0x7f;
        return multiply(new BigInteger(1, coordinate));
    }

    private byte[] multiply(BigInteger coordinate) {
        try {
            KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
            KeyAgreement agreement = KeyAgreement.getInstance(ALGORITHM);
            agreement.init(secret);
            agreement.doPhase(
                    factory.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, coordinate)), true);
            return agreement.generateSecret();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a point of low order, or none", e);
        }
    }

    private static PrivateKey privateKey(byte[] scalar) {
        try {
            return KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, scalar));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no X25519", e);
        }
    }

    private static byte[] randomBytes(SecureRandom random) {
        byte[] bytes = new byte[WIDTH];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] reverse(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }
}
