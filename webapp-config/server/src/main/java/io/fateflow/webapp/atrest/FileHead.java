package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What an encrypted file begins with: eight bytes that tell it from others, and the id of its key.
 *
 * @param keyId of 16 hexadecimal digits
 */
record FileHead(String keyId) {

    /** How many bytes of the file it is. */
    static final int SIZE = 16;

    private static final byte[] MAGIC = "FATEENC1".getBytes(StandardCharsets.US_ASCII);

    byte[] bytes() {
        return ByteBuffer.allocate(SIZE)
                .put(MAGIC)
                .put(HexFormat.of().parseHex(keyId))
                .array();
    }

    /** Empty if the file is not encrypted; leaves the channel at its beginning. */
    static Optional<FileHead> read(SeekableByteChannel file) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(SIZE);
        file.position(0);
        int read = 0;
        while (head.hasRemaining() && read >= 0) {
            read = file.read(head);
        }
        file.position(0);
        return of(Arrays.copyOf(head.array(), head.position()));
    }

    /** The same of what begins with these bytes. */
    static Optional<FileHead> of(byte[] beginning) {
        return beginning.length < SIZE || !Arrays.equals(beginning, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                ? Optional.empty()
                : Optional.of(new FileHead(HexFormat.of().formatHex(beginning, MAGIC.length, SIZE)));
    }
}
