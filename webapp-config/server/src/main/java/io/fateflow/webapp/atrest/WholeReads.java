package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

import org.jspecify.annotations.Nullable;

/** Fills each buffer as far as the file goes, since a block is decrypted whole; remembers if the file itself could not be read. */
final class WholeReads implements SeekableByteChannel {

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
    public SeekableByteChannel position(long position) throws IOException {
        file.position(position);
        return this;
    }

    @Override
    public long position() throws IOException {
        return file.position();
    }

    @Override
    public long size() throws IOException {
        return file.size();
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }
}
