package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** A channel over another one, which reads in its own way and writes nothing. */
abstract class ReadOnlyChannel implements SeekableByteChannel {

    /** Where places, and what is open, are this one's. */
    abstract SeekableByteChannel source();

    @Override
    public final SeekableByteChannel position(long position) throws IOException {
        source().position(position);
        return this;
    }

    @Override
    public final long position() throws IOException {
        return source().position();
    }

    @Override
    public final long size() throws IOException {
        return source().size();
    }

    @Override
    public final boolean isOpen() {
        return source().isOpen();
    }

    @Override
    public final void close() throws IOException {
        source().close();
    }

    @Override
    public final int write(ByteBuffer bytes) {
        throw new NonWritableChannelException();
    }

    @Override
    public final SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }
}
