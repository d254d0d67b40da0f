package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * A part of a log in a file that is open: it can be read to its end, whoever moves or removes it meanwhile.
 *
 * @param key by which the system knew what was at the path just before it was opened
 */
record FilePiece(
        String ordinal,
        FileChannel file,
        long size,
        Path path,
        @Nullable Object key) implements LogPiece {

    static FilePiece open(Path path) throws IOException {
        Object key = FilePart.keyOf(path);
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try {
            return new FilePiece(FilePart.ordinalOf(path), file, file.size(), path, key);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** As {@link FilePart#isInPlace}. */
    boolean isInPlace() throws IOException {
        return !ordinal.equals(FilePart.GROWING) || Objects.equals(key, FilePart.keyOf(path));
    }

    @Override
    public OptionalLong lines() {
        return OptionalLong.empty();
    }

    @Override
    public InputStream open(long from) throws IOException {
        return Channels.newInputStream(file.position(from));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
