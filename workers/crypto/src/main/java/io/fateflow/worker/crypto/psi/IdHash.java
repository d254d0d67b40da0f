package io.fateflow.worker.crypto.psi;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.bouncycastle.jcajce.provider.digest.SM3;

/** FATE's hash of a text: the digest of the text with the salt behind it. Safe for many threads. */
public final class IdHash {

    private static final Map<String, Supplier<MessageDigest>> ALGORITHMS = Map.of(
            "md5", () -> digest("MD5"),
            "sha1", () -> digest("SHA-1"),
            "sha224", () -> digest("SHA-224"),
            "sha256", () -> digest("SHA-256"),
            "sha384", () -> digest("SHA-384"),
            "sha512", () -> digest("SHA-512"),
            // the JDK has none
            "sm3", SM3.Digest::new);

    private final String method;
    private final MessageDigest prototype;
    private final String salt;

    /**
     * A hash by FATE's name.
     *
     * @param method one of {@link #methods}
     */
    public IdHash(String method, String salt) {
        Supplier<MessageDigest> algorithm = ALGORITHMS.get(method);
        if (algorithm == null) {
            throw new IllegalArgumentException("no hash method " + method + ", only " + methods());
        }
        this.method = method;
        this.prototype = algorithm.get();
        this.salt = salt;
    }

    public static List<String> methods() {
        return ALGORITHMS.keySet().stream().sorted().toList();
    }

    /** FATE's name of it. */
    public String method() {
        return method;
    }

    public String salt() {
        return salt;
    }

    /** Bytes of each digest. */
    public int length() {
        return prototype.getDigestLength();
    }

    public byte[] of(String text) {
        MessageDigest digest = copy();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        return digest.digest(salt.getBytes(StandardCharsets.UTF_8));
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
            throw new IllegalStateException("all these digests can be copied", e);
        }
    }
}
