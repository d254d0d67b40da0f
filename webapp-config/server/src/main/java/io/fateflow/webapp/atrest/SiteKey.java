package io.fateflow.webapp.atrest;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;

import com.google.crypto.tink.subtle.Hkdf;

/** A key of the key file. It encrypts nothing itself: each use has a key of its own that is derived from it. */
final class SiteKey {

    /** Of a line, decoded. */
    static final int BYTES = 32;

    private static final int ID_BYTES = 8;

    private final byte[] secret;
    private final String id;

    SiteKey(byte[] secret) {
        this.secret = secret.clone();
        this.id = HexFormat.of().formatHex(derived("id", ID_BYTES));
    }

    /** What it is known by, in what it has encrypted and to operators; says nothing of the key. */
    String id() {
        return id;
    }

    byte[] derived(String use) {
        return derived(use, BYTES);
    }

    private byte[] derived(String use, int size) {
        try {
            byte[] info = ("fate-flow at rest: " + use).getBytes(StandardCharsets.UTF_8);
            return Hkdf.computeHkdf("HmacSha256", secret, new byte[0], info, size);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each Java platform has HMAC-SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return id;
    }
}
