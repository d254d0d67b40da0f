package org.springframework.boot.loader.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Stands where Spring Boot's tool does, and fails in the middle as with a full disk: it is known by its package. */
public final class HalfDone {

    private HalfDone() {}

    public static void main(String[] arguments) throws IOException {
        List<String> all = List.of(arguments);
        Path lib = Path.of(all.get(all.indexOf("--destination") + 1), "lib");
        Files.writeString(Files.createDirectories(lib).resolve("half.jar"), "half");
        throw new IOException("No space left on device");
    }
}
