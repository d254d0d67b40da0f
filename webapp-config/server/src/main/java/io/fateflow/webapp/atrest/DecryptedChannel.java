package io.fateflow.webapp.atrest;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.security.GeneralSecurityException;

/** The content of an encrypted file, which says of what does not fit in which file and block it is. Not thread-safe. */
final class DecryptedChannel extends ReadOnlyChannel {

    private final WholeReads file;
    private final SeekableByteChannel plain;
    private final FileCipher cipher;
    private final KeptFile kept;
    private final String keyId;

    DecryptedChannel(SeekableByteChannel stored, FileCipher cipher, KeptFile kept, String keyId) throws IOException {
        this.file = new WholeReads(stored);
        this.cipher = cipher;
        this.kept = kept;
        this.keyId = keyId;
        try {
            this.plain = cipher.decrypting(file);
        } catch (GeneralSecurityException | IOException e) {
            throw reason(e, 0);
        }
        if (plain.size() == 0) {
            // nothing that is kept is empty, and the library would not look at the only block
            throw reason(new EOFException("nothing is left of it"), 0);
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        try {
            return plain.read(target);
        } catch (IOException e) {
            throw reason(e, plain.position());
        }
    }

    /** Either the file could not be read, or what was read does not fit. */
    private IOException reason(Exception e, long position) {
        IOException unreadable = file.failure();
        return unreadable == null
                ? AtRestException.damaged(kept.shown(), keyId, cipher.block(position), e)
                : unreadable;
    }

    @Override
    SeekableByteChannel source() {
        return plain;
    }
}
