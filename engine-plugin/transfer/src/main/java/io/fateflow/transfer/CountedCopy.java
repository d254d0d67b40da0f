package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.digest.Sha256;

/**
 * What was written to a file.
 *
 * @param size bytes
 * @param sha256 of them, lower-case hex; empty if nobody wanted it
 */
record CountedCopy(long size, String sha256) {

    private static final int BUFFER = 256 * 1024;

    /** Copies a stream into a new file, as long as the disk has room. */
    static CountedCopy of(InputStream data, Path file, DiskSpace space, Path disk) throws IOException {
        return copy(data, file, space, disk, null);
    }

    /** The same with a digest, and on the disk when it returns. */
    static CountedCopy durable(InputStream data, Path file, DiskSpace space, Path disk) throws IOException {
        return copy(data, file, space, disk, Sha256.digest());
    }

    private static CountedCopy copy(
            InputStream data, Path file, DiskSpace space, Path disk, @Nullable MessageDigest digest)
            throws IOException {
        byte[] buffer = new byte[BUFFER];
        long size = 0;
        long looked = 0;
        space.require(disk, DiskSpace.STRIDE);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = data.read(buffer); read >= 0; read = data.read(buffer)) {
                writeAll(channel, ByteBuffer.wrap(buffer, 0, read));
                if (digest != null) {
                    digest.update(buffer, 0, read);
                }
                size += read;
                if (size - looked >= DiskSpace.STRIDE) {
                    space.require(disk, DiskSpace.STRIDE);
                    looked = size;
                }
            }
            if (digest != null) {
                channel.force(false);
            }
        }
        return new CountedCopy(size, digest == null ? "" : HexFormat.of().formatHex(digest.digest()));
    }

    static void writeAll(FileChannel channel, ByteBuffer data) throws IOException {
        while (data.hasRemaining()) {
            channel.write(data);
        }
    }
}
