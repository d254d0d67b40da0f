package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What tells an encrypted file from each other one, of the same place and key, too: the bytes that its own key and nonces are made of, which stand
 * in the clear behind its head. Whoever changes them has a file of which no block fits.
 */
final class FileVersion {

    /** A byte with its length, 32 that the file's key is drawn from, and 7 that its nonces begin with. */
    private static final int SIZE = 1 + 32 + 7;

    /** How many bytes of the file tell it. */
    static final int BEGINNING = FileHead.SIZE + SIZE;

    private FileVersion() {}

    /** Empty if the file is not encrypted, or ends before; leaves the channel at its beginning. */
    static Optional<String> read(SeekableByteChannel file) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BEGINNING);
        file.position(0);
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
            read = file.read(bytes);
        }
        file.position(0);
        return of(Arrays.copyOf(bytes.array(), bytes.position()));
    }

    /** The same of a file that begins with these bytes. */
    static Optional<String> of(byte[] beginning) {
        return beginning.length < BEGINNING || FileHead.of(beginning).isEmpty()
                ? Optional.empty()
                : Optional.of(HexFormat.of().formatHex(beginning, FileHead.SIZE, BEGINNING));
    }
}
