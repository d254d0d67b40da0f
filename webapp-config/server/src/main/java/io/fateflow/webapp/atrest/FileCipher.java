package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;

import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import org.springframework.util.StreamUtils;

/**
 * AES-GCM by blocks of 256 KiB (Tink's AesGcmHkdfStreaming): each file has a key of its own, derived from the site's, from random bytes of the
 * file, and from its head and place; each block's nonce has its number, and whether it is the last.
 */
final class FileCipher {

    static final int BLOCK = 256 * 1024;

    private static final int AES_256 = 32;

    private final FileHead head;
    private final byte[] bound;
    private final AesGcmHkdfStreaming cipher;

    FileCipher(SiteKey key, KeptFile kept) {
        this.head = new FileHead(key.id());
        byte[] place = kept.place().getBytes(StandardCharsets.UTF_8);
        this.bound = ByteBuffer.allocate(FileHead.SIZE + place.length)
                .put(head.bytes())
                .put(place)
                .array();
        try {
            this.cipher = new AesGcmHkdfStreaming(key.derived("files"), "HmacSha256", AES_256, BLOCK, FileHead.SIZE);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each Java platform has AES-GCM", e);
        }
    }

    /** Writes the head, and encrypts what is written next; it is whole once it is closed, which leaves the target open. */
    OutputStream encrypting(OutputStream target) throws IOException {
        target.write(head.bytes());
        try {
            return cipher.newEncryptingStream(StreamUtils.nonClosing(target), bound);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each Java platform has AES-GCM", e);
        }
    }

    /** The plain content, from any place on; closed with the file. */
    SeekableByteChannel decrypting(SeekableByteChannel file) throws GeneralSecurityException, IOException {
        return cipher.newSeekableDecryptingChannel(file, bound);
    }

    /** In which block a byte of the content is, from 1. */
    long block(long position) {
        return (position + cipher.getCiphertextOffset()) / cipher.getPlaintextSegmentSize() + 1;
    }
}
