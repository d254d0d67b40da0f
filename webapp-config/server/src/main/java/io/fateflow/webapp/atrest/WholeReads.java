package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

import org.jspecify.annotations.Nullable;

/** Fills each buffer as far as the file goes, since a block is decrypted whole; remembers if the file itself could not be read. */
final class WholeReads extends ReadOnlyChannel {

    private final SeekableByteChannel file;
    private @Nullable IOException failure;

    WholeReads(SeekableByteChannel file) {
        this.file = file;
    }

    /** Why the file could not be read; null if it could. */
    @Nullable
    IOException failure() {
        return failure;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int before = target.position();
        try {
            int read = 0;
            while (target.hasRemaining() && read >= 0) {
                read = file.read(target);
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        int all = target.position() - before;
        return all == 0 && target.hasRemaining() ? -1 : all;
    }

    @Override
    SeekableByteChannel source() {
        return file;
    }
}
