package io.fateflow.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.digest.Sha256;

/**
 * A transfer of another site while it arrives. It outlives connections, and the server: what is on the disk is read once
 * more then. Of two connections that bring the same transfer only the newer one writes, from its first byte on: an offer that
 * nothing follows disturbs nobody.
 */
final class PartialFile {

    private final Transfer transfer;
    private final Path file;
    private final DiskSpace space;
    private final MessageDigest digest = Sha256.digest();
    private @Nullable FileChannel channel;
    private long received;
    private long connections;

    /** The oldest connection that may write. */
    private long oldest;

    /** The disk has failed: what it holds of the data, and the digest of that, is not known. */
    private boolean unknown;

    PartialFile(Transfer transfer, Path file, DiskSpace space) throws IOException {
        this.transfer = transfer;
        this.file = file;
        this.space = space;
        readAgain();
    }

    /** What was received before the server was started, or the disk failed. */
    private void readAgain() throws IOException {
        digest.reset();
        received = 0;
        if (!Files.exists(file)) {
            return;
        }
        if (Files.size(file) > transfer.size()) {
            Files.delete(file);
            return;
        }
        byte[] buffer = new byte[Chunks.LONGEST];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                received += read;
            }
        }
    }

    /**
     * A new connection is to bring the rest. No file is open until there is data: an offer that nothing follows holds none.
     *
     * @return the connection's number
     */
    synchronized long admit() throws IOException {
        if (unknown) {
            readAgain();
            unknown = false;
        }
        space.require(SpoolDirectory.parent(file), transfer.size() - received);
        return ++connections;
    }

    private FileChannel channelOf(long writer) throws IOException {
        if (writer < oldest) {
            throw new SupersededException();
        }
        oldest = writer;
        FileChannel open = channel;
        if (open == null) {
            open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel = open;
            // more may have been written than counted, if the disk failed
            open.truncate(received);
        }
        return open;
    }

    /**
     * Writes the next part; one that is there already is left out.
     *
     * @return how many bytes there are
     */
    synchronized long append(long writer, Chunks.Chunk chunk) throws IOException {
        FileChannel open = channelOf(writer);
        int length = chunk.data().remaining();
        BadChunkException.unlessPossible(chunk.offset(), length);
        if (chunk.offset() + length <= received) {
            return received;
        }
        check(chunk, length);
        digest.update(chunk.data().duplicate());
        try {
            write(open, chunk);
        } catch (IOException e) {
            abandon();
            unknown = true;
            throw e;
        }
        received += length;
        return received;
    }

    private static void write(FileChannel open, Chunks.Chunk chunk) throws IOException {
        ByteBuffer data = chunk.data().duplicate();
        long begin = chunk.offset() - data.position();
        while (data.hasRemaining()) {
            open.write(data, begin + data.position());
        }
    }

    private void check(Chunks.Chunk chunk, int length) throws BadChunkException {
        if (chunk.offset() != received || received + length > transfer.size()) {
            throw new BadChunkException("a chunk of %d bytes at %d, but %d of %d are here"
                    .formatted(length, chunk.offset(), received, transfer.size()));
        }
        if (Chunks.crc32c(chunk.data()) != chunk.crc32c()) {
            throw new BadChunkException("the chunk at %d has another checksum".formatted(chunk.offset()));
        }
    }

    synchronized long received() {
        return received;
    }

    synchronized boolean isWhole() {
        return received == transfer.size();
    }

    /**
     * Ends it.
     *
     * @return whether the data is what the sender described and on the disk; else it is removed
     */
    synchronized boolean finish(long writer, Path target) throws IOException {
        FileChannel open = channelOf(writer);
        unknown = true;
        try {
            open.force(false);
        } finally {
            abandon();
        }
        boolean intact = Sha256.hex(digest).equals(transfer.sha256());
        if (intact) {
            Files.move(file, target);
        } else {
            Files.deleteIfExists(file);
            received = 0;
        }
        unknown = false;
        return intact;
    }

    /** A connection has ended: it writes no more. */
    synchronized void leave(long writer) {
        if (writer == oldest) {
            closeChannel();
            oldest++;
        }
    }

    /** No connection that there is writes any more. */
    synchronized void abandon() {
        closeChannel();
        oldest = connections + 1;
    }

    private void closeChannel() {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // what counts was forced to the disk before
                return;
            }
        }
    }
}
