package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.digest.Sha256;

/**
 * Files that executors of this site give back, while they arrive. What is on the disk outlives connections and the server, and
 * whoever comes again goes on behind it. A file is known by its content's hash, too: whoever writes it writes the same.
 */
public final class IncomingFiles {

    private static final int BUFFER = 256 * 1024;

    private final SpoolDirectory directory;
    private final DiskSpace space;

    /** @param root on the disk where the files are to stay: they are moved there */
    public IncomingFiles(Path root, DiskSpace space) {
        this.directory = new SpoolDirectory(root);
        this.space = space;
    }

    /**
     * What is to arrive.
     *
     * @param session of the attempt that gives it: {@link Address#session}
     * @param name that tells it from others of the attempt
     * @param size in bytes
     * @param sha256 of its content, lower-case hex
     */
    public record Incoming(String session, String name, long size, String sha256) {}

    /** How many bytes of it are here. */
    public long received(Incoming file) throws IOException {
        Path half = half(file);
        return Files.exists(half) ? Files.size(half) : 0;
    }

    /**
     * Takes what comes from an offset on; memory is that of one buffer.
     *
     * @param offset not beyond what was received
     * @return the file, when all of it is here, is what was announced, and was forced to the disk
     * @throws BadChunkException if the offset is beyond what is here, or there is more than was announced
     * @throws DamagedException if it is all here and not what was announced; it is removed
     * @throws NoSpaceException if the disk has no room for it
     */
    public Optional<Path> append(Incoming file, long offset, InputStream data) throws IOException {
        directory.prepare(file.session());
        Path half = half(file);
        long before = received(file);
        if (offset < 0 || offset > before) {
            throw new BadChunkException("data at %d, but %d bytes are here".formatted(offset, before));
        }
        space.require(SpoolDirectory.parent(half), file.size() - before);
        MessageDigest digest = offset == 0 ? Sha256.digest() : null;
        try (FileChannel channel = FileChannel.open(half, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long end = write(file, channel, offset, data, digest);
            if (end < file.size()) {
                return Optional.empty();
            }
            channel.force(true);
        }
        if (!file.sha256().equals(digest == null ? Sha256.ofFile(half) : Sha256.hex(digest))) {
            Files.deleteIfExists(half);
            throw new DamagedException(file.name());
        }
        return Optional.of(half);
    }

    private static long write(
            Incoming file, FileChannel channel, long offset, InputStream data, @Nullable MessageDigest digest)
            throws IOException {
        byte[] buffer = new byte[BUFFER];
        long at = offset;
        for (int read = data.read(buffer); read >= 0; read = data.read(buffer)) {
            if (at + read > file.size()) {
                throw new BadChunkException("more than the %d bytes that were announced".formatted(file.size()));
            }
            if (digest != null) {
                digest.update(buffer, 0, read);
            }
            ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        }
        return at;
    }

    /** Attempts of which anything is here. */
    public List<String> sessions() throws IOException {
        return directory.sessions();
    }

    /** Removes all that an attempt has not given back whole. */
    public void close(String session) throws IOException {
        directory.remove(session);
    }

    private Path half(Incoming file) {
        String key = String.join("\0", file.name(), Long.toString(file.size()), file.sha256());
        return SpoolDirectory.with(directory.of(file.session()).resolve(SpoolDirectory.hash(key)), SpoolDirectory.HALF);
    }

    /** What has arrived whole is not what was announced. */
    public static final class DamagedException extends IOException {

        private static final long serialVersionUID = 1;

        DamagedException(String name) {
            super("FFB-5243 " + name + " has arrived with other content than was announced: it was changed on its way,"
                    + " or by the disk; it is sent again");
        }
    }
}
