package io.fateflow.worker.component.homo;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import io.fateflow.worker.digest.Sha256;

/**
 * An endless stream of numbers that two parties with the same secret read alike, and nobody else can tell from random
 * ones: the key stream of AES in counter mode, its key being a hash of the secret.
 */
final class MaskStream {

    private static final int BLOCK_BYTES = 16;

    private final Cipher cipher;

    MaskStream(BigInteger secret) {
        try {
            byte[] key = Sha256.digest().digest(secret.toByteArray());
            cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[BLOCK_BYTES]));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has AES", e);
        }
    }

    /** The next numbers, all 64 bits of each. */
    long[] next(int count) {
        long[] numbers = new long[count];
        ByteBuffer.wrap(cipher.update(new byte[count * Long.BYTES]))
                .asLongBuffer()
                .get(numbers);
        return numbers;
    }
}
