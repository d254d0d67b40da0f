package io.fateflow.webapp.atrest;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

import com.google.crypto.tink.subtle.AesGcmJce;

import io.fateflow.engine.account.StoredSecrets;
import io.fateflow.engine.account.UnreadableSecretException;

/** Secrets of authenticators, each encrypted for its account: {@code at-rest:<key id>:<Base64>}; as they are where the site has no keys. */
public final class EncryptedSecrets implements StoredSecrets {

    private static final String PREFIX = "at-rest:";
    private static final String USE = "secrets of authenticators";

    private final AtRest atRest;

    public EncryptedSecrets(AtRest atRest) {
        this.atRest = atRest;
    }

    @Override
    public String store(String account, String secret) {
        return atRest.keys()
                .map(keys -> PREFIX + keys.first().id() + ":" + encrypted(keys.first(), account, secret))
                .orElse(secret);
    }

    @Override
    public String secret(String account, String stored) {
        if (!stored.startsWith(PREFIX)) {
            return stored;
        }
        String[] parts = stored.substring(PREFIX.length()).split(":", 2);
        SiteKey key = atRest.keys()
                .flatMap(keys -> keys.find(parts[0]))
                .orElseThrow(() -> new UnreadableSecretException(
                        "FFB-5325 The secret of the authenticator of account %s is encrypted with key %s, which this server has not: put its"
                                        .formatted(account, parts[0])
                                + " line back into fate.at-rest.key-file (%s), or have an administrator take the second factor off."
                                        .formatted(atRest.keyFile()),
                        null));
        try {
            byte[] plain = cipher(key).decrypt(Base64.getDecoder().decode(parts[1]), bytes(account));
            return new String(plain, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new UnreadableSecretException(
                    "FFB-5325 The secret of the authenticator of account %s, encrypted with key %s, was changed past this program: have an"
                                    .formatted(account, parts[0])
                            + " administrator take the second factor off, and set it up again.",
                    e);
        }
    }

    @Override
    public boolean isAsStoredNow(String stored) {
        return atRest.key()
                .map(key -> stored.startsWith(PREFIX + key + ":"))
                // what is encrypted stays so: this server may have lost its settings
                .orElse(true);
    }

    private static String encrypted(SiteKey key, String account, String secret) {
        try {
            return Base64.getEncoder().encodeToString(cipher(key).encrypt(bytes(secret), bytes(account)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each Java platform has AES-GCM", e);
        }
    }

    private static AesGcmJce cipher(SiteKey key) throws GeneralSecurityException {
        return new AesGcmJce(key.derived(USE));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
