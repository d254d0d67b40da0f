package io.fateflow.s3;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;

/** Some bytes of a file. */
final class FileRange extends FilterInputStream {

    private long left;

    FileRange(SeekableByteChannel file, long from, long length, int buffer) throws IOException {
        super(new BufferedInputStream(Channels.newInputStream(file.position(from)), buffer));
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        int read = left > 0 ? super.read() : -1;
        if (read >= 0) {
            left--;
        }
        return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = left > 0 ? super.read(bytes, offset, (int) Math.min(length, left)) : -1;
        if (read > 0) {
            left -= read;
        }
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = super.skip(Math.min(count, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(super.available(), left);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
