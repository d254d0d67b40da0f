package io.fateflow.worker.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Where a jar of the executor comes from. None is in memory as a whole: whoever installs them in a pod has little. */
sealed interface JarSource {

    String name();

    /** Writes the jar's bytes, the same each time, and leaves the stream open. */
    void writeTo(OutputStream out) throws IOException;

    /** What {@link #copyTo} will say, unless the jar is replaced meanwhile. */
    default long version() throws IOException {
        return copyTo(OutputStream.nullOutputStream());
    }

    /**
     * Writes the jar's bytes.
     *
     * @return the CRC-32 of what was written: enough to tell one version of a jar from another, and the same wherever it comes from
     */
    default long copyTo(OutputStream out) throws IOException {
        CRC32 crc = new CRC32();
        writeTo(new CheckedOutputStream(out, crc));
        return crc.getValue();
    }

    /** A jar file on the class path. */
    record PlainJar(String name, Path file) implements JarSource {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            Files.copy(file, out);
        }
    }

    /**
     * A jar within the jar of the application, whose directory knows its version: at a start nothing of it is read.
     *
     * @param version the CRC-32 of its bytes
     */
    record NestedJar(String name, Path outer, String entry, long version) implements JarSource {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (ZipFile zip = new ZipFile(outer.toFile());
                    InputStream in = zip.getInputStream(zip.getEntry(entry))) {
                in.transferTo(out);
            }
        }
    }

    /** A directory of classes, as in a build: packed, because class archives do not work with directories. */
    record ClassDirectory(String name, Path directory) implements JarSource {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            ZipOutputStream zip = new ZipOutputStream(out);
            try (Stream<Path> files = Files.walk(directory)) {
                List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
                sorted.forEach(file -> add(zip, file));
            }
            zip.finish();
        }

        private void add(ZipOutputStream zip, Path file) {
            try {
                ZipEntry entry = new ZipEntry(directory.relativize(file).toString());
                entry.setTime(0);
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
