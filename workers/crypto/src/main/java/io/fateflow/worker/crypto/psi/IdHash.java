package io.fateflow.worker.crypto.psi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;

/** FATE's hash of a text: the digest of the text with the salt behind it. Safe for many threads. */
public final class IdHash {

    private static final Map<String, String> ALGORITHMS = Map.of(
            "md5", "MD5",
            "sha1", "SHA-1",
            "sha224", "SHA-224",
            "sha256", "SHA-256",
            "sha384", "SHA-384",
            "sha512", "SHA-512");

    private final MessageDigest prototype;
    private final byte[] salt;

    /**
     * A hash by FATE's name.
     *
     * @param method one of {@link #methods}
     */
    public IdHash(String method, String salt) {
        String algorithm = ALGORITHMS.get(method);
        if (algorithm == null) {
            throw new IllegalArgumentException("no hash method " + method + ", only " + methods());
        }
        this.prototype = digest(algorithm);
        this.salt = salt.getBytes(StandardCharsets.UTF_8);
    }

    public static List<String> methods() {
        return ALGORITHMS.keySet().stream().sorted().toList();
    }

    /** Bytes of each digest. */
    public int length() {
        return prototype.getDigestLength();
    }

    public byte[] of(String text) {
        MessageDigest digest = copy();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        return digest.digest(salt);
    }

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no " + algorithm, e);
        }
    }

    private MessageDigest copy() {
        try {
            return (MessageDigest) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's digests can be copied", e);
        }
    }
}
