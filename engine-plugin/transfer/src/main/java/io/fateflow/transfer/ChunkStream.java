package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;

/** A transfer's data from some place on, as a stream of chunks; counts what was read of it. */
public final class ChunkStream extends InputStream {

    private static final int CHUNK_BYTES = 256 * 1024;

    private final FileChannel file;
    private final long size;
    private final int chunkBytes;
    private ByteBuffer frame = ByteBuffer.allocate(0);
    private long next;
    private final AtomicLong count = new AtomicLong();

    /**
     * Reads nothing yet.
     *
     * @param file closed with the stream
     * @param mostBytes the longest chunk that the receiver takes
     */
    public ChunkStream(FileChannel file, long from, long size, int mostBytes) {
        this.file = file;
        this.size = size;
        this.next = from;
        this.chunkBytes = Math.min(CHUNK_BYTES, Math.max(1, mostBytes));
    }

    /** How many bytes were read so far. */
    public long count() {
        return count.get();
    }

    private boolean fill() throws IOException {
        if (!frame.hasRemaining() && next < size) {
            int length = (int) Math.min(chunkBytes, size - next);
            frame = Chunks.framed(Chunks.read(file, next, length));
            next += length;
        }
        return frame.hasRemaining();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int read = Math.min(length, frame.remaining());
        frame.get(target, offset, read);
        count.addAndGet(read);
        return read;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
