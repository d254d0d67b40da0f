package io.fateflow.webapp.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

import org.jspecify.annotations.Nullable;

import io.fateflow.transfer.object.ObjectStore;

/**
 * Reads an object from any place on, without a copy of it here: one request for each place at which somebody begins. Not
 * thread-safe.
 */
public final class ObjectChannel implements SeekableByteChannel {

    private static final int BUFFER = 64 * 1024;

    private final ObjectStore objects;
    private final String key;
    private final long size;
    private final byte[] buffer = new byte[BUFFER];
    private @Nullable InputStream in;
    private long at;
    private boolean closed;

    /** @param size of the object, in bytes */
    public ObjectChannel(ObjectStore objects, String key, long size) {
        this.objects = objects;
        this.key = key;
        this.size = size;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (at >= size) {
            return -1;
        }
        InputStream from = in;
        if (from == null) {
            from = objects.open(key, at);
            in = from;
        }
        int read = from.read(buffer, 0, Math.min(BUFFER, target.remaining()));
        if (read < 0) {
            throw new IOException(key + " ends after " + at + " of " + size + " bytes");
        }
        target.put(buffer, 0, read);
        at += read;
        return read;
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
        if (position != at) {
            closeStream();
            at = position;
        }
        return this;
    }

    private void closeStream() throws IOException {
        if (in != null) {
            in.close();
            in = null;
        }
    }

    @Override
    public long position() {
        return at;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        closeStream();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long newSize) {
        throw new NonWritableChannelException();
    }
}
