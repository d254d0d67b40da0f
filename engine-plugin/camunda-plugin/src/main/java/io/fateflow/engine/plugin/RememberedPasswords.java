package io.fateflow.engine.plugin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * By what a password that was right a moment ago is known again: a digest with a key that this process has made and nobody else
 * has, so that no password is in memory, and what is cannot be guessed at elsewhere.
 */
public final class RememberedPasswords {

    private static final String MAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec own;

    /** With a key of its own. */
    public RememberedPasswords() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        own = new SecretKeySpec(key, MAC);
    }

    /** @param with what the password belongs to; the same password gives another digest with something else */
    public String digest(String with, String password) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(own);
            mac.update(with.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return Base64.getEncoder().encodeToString(mac.doFinal(password.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + MAC, e);
        }
    }
}
