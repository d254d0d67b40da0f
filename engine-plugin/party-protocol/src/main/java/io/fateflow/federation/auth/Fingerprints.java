package io.fateflow.federation.auth;

import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.util.ArrayList;
import java.util.List;

import io.fateflow.worker.digest.Sha256;

/** Short names of certificates. */
public final class Fingerprints {

    private Fingerprints() {}

    /** SHA-256 of each certificate in lower-case hex, in their order. */
    public static List<String> of(Certificate... chain) {
        try {
            List<String> fingerprints = new ArrayList<>();
            for (Certificate certificate : chain) {
                fingerprints.add(Sha256.hex(certificate.getEncoded()));
            }
            return fingerprints;
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate of this connection can't be read", e);
        }
    }
}
