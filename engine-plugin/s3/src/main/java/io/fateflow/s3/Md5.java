package io.fateflow.s3;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The checksum that every store of this kind knows. It finds what was damaged on the way, not what somebody has forged. */
final class Md5 {

    private static final int BUFFER = 256 * 1024;

    private Md5() {}

    static String of(byte[] content) {
        return Base64.getEncoder().encodeToString(digest().digest(content));
    }

    /** Reads a stream to its end. */
    static String of(InputStream content) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[BUFFER];
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
            digest.update(buffer, 0, read);
        }
        return Base64.getEncoder().encodeToString(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }
}
