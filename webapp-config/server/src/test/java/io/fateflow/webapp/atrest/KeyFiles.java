package io.fateflow.webapp.atrest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

import io.fateflow.webapp.atrest.AtRestProperties.OlderFiles;
import io.fateflow.webapp.atrest.AtRestProperties.PlainFiles;

/** Sites of tests with keys: each key is 32 times one byte. */
public final class KeyFiles {

    private KeyFiles() {}

    /** A site with these keys, of which the first one encrypts. */
    public static AtRest site(Path directory, int... keys) throws IOException {
        return site(directory, PlainFiles.READ, keys);
    }

    public static AtRest site(Path directory, PlainFiles plain, int... keys) throws IOException {
        return AtRest.of(
                new AtRestProperties(write(directory.resolve("keys"), keys), plain, OlderFiles.REFUSE, false),
                directory.resolve("lock"),
                KeptVersions.NONE);
    }

    /** One that knows which file of each place is the newest. */
    public static AtRest site(Path directory, KeptVersions versions, OlderFiles older, int... keys) throws IOException {
        return AtRest.of(
                new AtRestProperties(write(directory.resolve("keys"), keys), PlainFiles.READ, older, false),
                directory.resolve("lock"),
                versions);
    }

    /** As a tool would do it that changes a file at once. */
    public static Path write(Path file, int... keys) throws IOException {
        Path written = file.resolveSibling(UUID.randomUUID().toString());
        Files.write(written, lines(keys));
        return Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }

    static List<String> lines(int... keys) {
        return Arrays.stream(keys).mapToObj(KeyFiles::line).collect(Collectors.toList());
    }

    static String line(int key) {
        byte[] secret = new byte[SiteKey.BYTES];
        Arrays.fill(secret, (byte) key);
        return Base64.getEncoder().encodeToString(secret);
    }

    /** What such a key is known by. */
    public static String id(int key) {
        return SiteKeys.parse(lines(key)).first().id();
    }
}
