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

    /** What a file has, a character a byte; nothing if it is gone. */
    static String text(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    static boolean begins(Path file, String text) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(text.length()), StandardCharsets.ISO_8859_1).equals(text);
        } catch (IOException gone) {
            return false;
        }
    }
}
