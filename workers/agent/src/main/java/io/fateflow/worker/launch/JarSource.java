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
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Where a jar of the executor comes from. */
sealed interface JarSource {

    String name();

    /** The jar's bytes, the same each time. */
    byte[] bytes() throws IOException;

    /** A jar file on the class path. */
    record PlainJar(String name, Path file) implements JarSource {
        @Override
        public byte[] bytes() throws IOException {
            return Files.readAllBytes(file);
        }
    }

    /** A jar within the jar of the application. */
    record NestedJar(String name, Path outer, String entry) implements JarSource {
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
