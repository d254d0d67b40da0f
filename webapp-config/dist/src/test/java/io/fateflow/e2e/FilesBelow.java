package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All files of a directory, at any depth; none if there is no such directory. */
final class FilesBelow {

    private FilesBelow() {}

    static List<Path> of(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those with a text in them, whatever else they have. */
    static List<Path> with(Path directory, String text) {
        return of(directory).stream().filter(file -> has(file, text)).toList();
    }

    static boolean begins(Path file, String text) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(text.length()), StandardCharsets.ISO_8859_1).equals(text);
        } catch (IOException gone) {
            return false;
        }
    }

    private static boolean has(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException gone) {
            return false;
        }
    }
}
