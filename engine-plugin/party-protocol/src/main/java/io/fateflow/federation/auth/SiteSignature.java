package io.fateflow.federation.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;

/** FATE's site signature: RSA PKCS#1 v1.5 over a digest of the body as Python writes it. */
public enum SiteSignature {
    /** Since FATE Flow 1.11. */
    SHA256("SHA256withRSA"),

    /** FATE Flow 1.10.0. Forgeable: only for sites that can't do better. */
    MD5("MD5withRSA");

    private final String algorithm;

    SiteSignature(String algorithm) {
        this.algorithm = algorithm;
    }

    /** @throws IllegalStateException if the key is no RSA key */
    public String sign(PrivateKey key, String body) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(body.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this site's private key can't sign: it must be an RSA key", e);
        }
    }

    /** Whether this is the key owner's signature of the body; any text that is no signature is not. */
    public boolean verify(PublicKey key, String body, String signed) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initVerify(key);
            signature.update(body.getBytes(StandardCharsets.UTF_8));
            return signature.verify(Base64.getDecoder().decode(signed));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }
}
