package io.fateflow.worker.launch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Where a jar of the executor comes from. */
sealed interface JarSource {

    String name();

    /** The jar's bytes, the same each time. */
    byte[] bytes() throws IOException;

    /** Length and CRC-32 of the bytes, the same wherever the jar comes from: enough to tell one version from another. */
    default String version() throws IOException {
        return version(bytes());
    }

    /**
     * The jar's bytes, of the version that was found.
     *
     * @throws IOException if the jar has been replaced since
     */
    default byte[] unchangedBytes() throws IOException {
        byte[] bytes = bytes();
        if (!version(bytes).equals(version())) {
            throw new IOException(
                    "the program is being replaced: its " + name() + " has changed while it was read; start again");
        }
        return bytes;
    }

    private static String version(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return version(bytes.length, crc.getValue());
    }

    private static String version(long length, long crc) {
        return length + " " + crc;
    }

    /** A jar file on the class path. */
    record PlainJar(String name, Path file) implements JarSource {
        @Override
        public byte[] bytes() throws IOException {
            return Files.readAllBytes(file);
        }
    }

    /**
     * A jar within the jar of the application, whose directory knows its version: at a start nothing of it is read.
     *
     * @param length of its bytes
     * @param crc of its bytes
     */
    record NestedJar(String name, Path outer, String entry, long length, long crc) implements JarSource {
        static NestedJar of(String name, Path outer, ZipEntry entry) {
            return new NestedJar(name, outer, entry.getName(), entry.getSize(), entry.getCrc());
        }

        @Override
        public String version() {
            return JarSource.version(length, crc);
        }

        @Override
        public byte[] bytes() throws IOException {
            try (ZipFile zip = new ZipFile(outer.toFile());
                    InputStream in = zip.getInputStream(zip.getEntry(entry))) {
                return in.readAllBytes();
            }
        }
    }

    /** A directory of classes, as in a build: packed, because class archives do not work with directories. */
    record ClassDirectory(String name, Path directory) implements JarSource {
        @Override
        public byte[] bytes() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZipOutputStream zip = new ZipOutputStream(bytes);
                    Stream<Path> files = Files.walk(directory)) {
                List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
                sorted.forEach(file -> add(zip, file));
            }
            return bytes.toByteArray();
        }

        private void add(ZipOutputStream zip, Path file) {
            try {
                ZipEntry entry = new ZipEntry(directory.relativize(file).toString());
                entry.setTime(0);
                zip.putNextEntry(entry);
                new ByteArrayInputStream(Files.readAllBytes(file)).transferTo(zip);
                zip.closeEntry();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
