package io.fateflow.webapp.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;

/** Packs a directory as it is streamed out. Links are left out: an executor could have made one to anywhere. */
final class TarGz {

    private TarGz() {}

    /**
     * Writes all files of the directory and one more.
     *
     * @param name of the one more, whatever of that name is in the directory
     */
    static void write(Path directory, OutputStream out, String name, byte[] content) throws IOException {
        try (Stream<Path> walk = Files.walk(directory);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(new GzipCompressorOutputStream(out))) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            List<Path> files = walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> !directory.relativize(file).toString().equals(name))
                    .sorted()
                    .toList();
            TarArchiveEntry more = new TarArchiveEntry(name);
            more.setSize(content.length);
            tar.putArchiveEntry(more);
            tar.write(content);
            tar.closeArchiveEntry();
            for (Path file : files) {
                add(tar, directory, file);
            }
        }
    }

    private static void add(TarArchiveOutputStream tar, Path directory, Path file) throws IOException {
        String name = directory.relativize(file).toString().replace('\\', '/');
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            TarArchiveEntry entry = new TarArchiveEntry(name);
            entry.setSize(Files.size(file));
            entry.setModTime(Files.getLastModifiedTime(file));
            tar.putArchiveEntry(entry);
            copyExactly(in, entry.getSize(), tar);
            tar.closeArchiveEntry();
        } catch (NoSuchFileException e) {
            // removed since it was listed
        }
    }

    /** A log may grow meanwhile; the archive's entry may not. */
    private static void copyExactly(InputStream in, long size, OutputStream out) throws IOException {
        byte[] buffer = new byte[8192];
        long left = size;
        while (left > 0) {
            int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                // it shrank: fill up, rather than break the whole archive
                out.write(new byte[(int) Math.min(buffer.length, left)]);
                left -= Math.min(buffer.length, left);
            } else {
                out.write(buffer, 0, read);
                left -= read;
            }
        }
    }
}
