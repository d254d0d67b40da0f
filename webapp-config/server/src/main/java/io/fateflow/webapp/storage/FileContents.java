package io.fateflow.webapp.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.fateflow.worker.digest.Sha256;

/**
 * Hashes of files' contents, remembered as long as the files look the same: a file is read once for all that ask for it, also
 * for those who ask meanwhile.
 */
public final class FileContents {

    private static final int MOST = 10_000;

    private final Map<Looks, Content> known = new ConcurrentHashMap<>();

    /** Tables are never written in place: another content is another file, or has another time. */
    private record Looks(Path file, long size, long modified, String key) {

        static Looks of(Path file) throws IOException {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return new Looks(
                    file, now.size(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS), String.valueOf(now.fileKey()));
        }
    }

    /** Opens a file for its content. */
    @FunctionalInterface
    interface Opening {
        SeekableByteChannel open() throws IOException;
    }

    /** Reads the file, unless its content is known. */
    public Content of(Path file) throws IOException {
        return of(file, () -> Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /** The same of a file whose content is not what stands in it: an encrypted one's is the plain one. */
    Content of(Path file, Opening opening) throws IOException {
        Looks looks = Looks.of(file);
        if (known.size() >= MOST) {
            known.clear();
        }
        try {
            return known.computeIfAbsent(looks, missing -> read(opening));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** What was checked as it came in need not be read once more. */
    public void know(Path file, Content content) throws IOException {
        known.put(Looks.of(file), content);
    }

    private static Content read(Opening opening) {
        MessageDigest digest = Sha256.digest();
        try (SeekableByteChannel channel = opening.open();
                InputStream in = new DigestInputStream(Channels.newInputStream(channel), digest)) {
            return new Content(in.transferTo(OutputStream.nullOutputStream()), Sha256.hex(digest));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
