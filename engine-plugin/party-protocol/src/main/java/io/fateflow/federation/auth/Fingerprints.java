package io.fateflow.federation.auth;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Short names of certificates. */
public final class Fingerprints {

    private Fingerprints() {}

    /** SHA-256 of each certificate in lower-case hex, in their order. */
    public static List<String> of(Certificate... chain) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            List<String> fingerprints = new ArrayList<>();
            for (Certificate certificate : chain) {
                fingerprints.add(HexFormat.of().formatHex(digest.digest(certificate.getEncoded())));
            }
            return fingerprints;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate of this connection can't be read", e);
        }
    }
}
