package io.fateflow.transfer;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A transfer's data in parts, each with its place and its checksum. */
public final class Chunks {

    /** The longest one that is taken. */
    public static final int LONGEST = 1 << 20;

    /** A transfer that is not longer travels with its description, without waiting for an answer. */
    public static final int SHORT = 32 * 1024;

    /** Place, length and checksum before the data, where chunks follow each other in a stream. */
    public static final int HEAD = Long.BYTES + Integer.BYTES + Integer.BYTES;

    private Chunks() {}

    /** Part of a transfer. The data is read once. */
    public record Chunk(long offset, ByteBuffer data, int crc32c) {}

    public static int crc32c(ByteBuffer data) {
        CRC32C crc = new CRC32C();
        crc.update(data.duplicate());
        return (int) crc.getValue();
    }

    /** Reads so many bytes from a place of a file. @throws EOFException if there are fewer */
    public static Chunk read(FileChannel file, long offset, int length) throws IOException {
        ByteBuffer data = ByteBuffer.allocate(length);
        while (data.hasRemaining()) {
            if (file.read(data, offset + data.position()) < 0) {
                throw new EOFException("the spooled file is shorter than it was");
            }
        }
        data.flip();
        return new Chunk(offset, data, crc32c(data));
    }

    public static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    /** A chunk with its head, as it stands in a stream. */
    public static ByteBuffer framed(Chunk chunk) {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + chunk.data().remaining());
        frame.putLong(chunk.offset())
                .putInt(chunk.data().remaining())
                .putInt(chunk.crc32c())
                .put(chunk.data().duplicate());
        return frame.flip();
    }

    /**
     * Hands every chunk of a stream on, until it ends.
     *
     * @throws BadChunkException if a chunk says that it is too long; nothing of it is read then
     * @throws EOFException if the stream ends within a chunk
     */
    static void each(InputStream stream, ChunkTaker taker) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        for (int first = in.read(); first >= 0; first = in.read()) {
            byte[] rest = new byte[HEAD - 1];
            in.readFully(rest);
            ByteBuffer head =
                    ByteBuffer.allocate(HEAD).put((byte) first).put(rest).flip();
            long offset = head.getLong();
            int length = head.getInt();
            int crc = head.getInt();
            BadChunkException.unlessPossible(offset, length);
            byte[] data = new byte[length];
            in.readFully(data);
            taker.take(new Chunk(offset, ByteBuffer.wrap(data), crc));
        }
    }

    /** Takes chunks one after the other. */
    @FunctionalInterface
    interface ChunkTaker {
        void take(Chunk chunk) throws IOException;
    }
}
