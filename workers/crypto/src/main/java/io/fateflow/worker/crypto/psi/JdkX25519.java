package io.fateflow.worker.crypto.psi;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import javax.crypto.KeyAgreement;

/** By the JDK. */
final class JdkX25519 implements X25519 {

    private static final String ALGORITHM = "XDH";

    private final PrivateKey secret;

    JdkX25519(byte[] scalar) {
        try {
            this.secret = KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, scalar));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no X25519", e);
        }
    }

    @Override
    public byte[] multiply(byte[] coordinate) {
        if (coordinate.length != WIDTH) {
            throw new IllegalArgumentException("a point of " + coordinate.length + " bytes, not " + WIDTH);
        }
        byte[] highestFirst = Coordinates.reverse(coordinate);
        highestFirst[0] &= 0x7f;
        try {
            KeyAgreement agreement = KeyAgreement.getInstance(ALGORITHM);
            agreement.init(secret);
            agreement.doPhase(
                    KeyFactory.getInstance(ALGORITHM)
                            .generatePublic(
                                    new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, highestFirst))),
                    true);
            return agreement.generateSecret();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a point of low order, or none", e);
        }
    }
}
