package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Single classes of the tests that a server in a process of its own has, too. */
final class Additions {

    private Additions() {}

    /** A directory for the class path; nothing else of the tests is in it. */
    static Path with(Class<?> part, Path directory) throws IOException {
        String name = part.getName().replace('.', '/') + ".class";
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream in = part.getClassLoader().getResourceAsStream(name)) {
            Files.copy(in, file);
        }
        return directory;
    }
}
