package io.fateflow.client.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/** What proves who calls: {@code user} and {@code password}, {@code app-key} and {@code secret-key}, or all four. */
final class SecretsFile {

    private static final Set<String> KEYS = new TreeSet<>(List.of("user", "password", "app-key", "secret-key"));
    private static final Set<PosixFilePermission> OF_OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final Path file;
    private final Map<String, String> values;

    private SecretsFile(Path file, Map<String, String> values) {
        this.file = file;
        this.values = values;
    }

    /**
     * Reads one.
     *
     * @throws ProfileException if others of this machine may read it too, or it lacks something
     */
    static SecretsFile read(Path file) throws ProfileException {
        requirePrivate(file);
        Map<String, Map<String, String>> sections = SectionFile.read(file, KEYS);
        if (sections.size() > 1) {
            throw new ProfileException("FFB-5271 %s: a file of secrets has no [sections]".formatted(file));
        }
        SecretsFile secrets = new SecretsFile(file, sections.getOrDefault("", Map.of()));
        if (secrets.key().isEmpty() && secrets.login().isEmpty()) {
            throw new ProfileException(
                    "FFB-5274 %s has neither user and password nor app-key and secret-key".formatted(file));
        }
        return secrets;
    }

    Optional<SigningKey> key() throws ProfileException {
        return isGiven("app-key", "secret-key")
                ? Optional.of(new SigningKey(value("app-key"), value("secret-key")))
                : Optional.empty();
    }

    Optional<Login> login() throws ProfileException {
        return isGiven("user", "password")
                ? Optional.of(new Login(value("user"), value("password")))
                : Optional.empty();
    }

    private boolean isGiven(String one, String other) throws ProfileException {
        if (values.containsKey(one) != values.containsKey(other)) {
            throw new ProfileException("FFB-5274 %s has %s, but not %s"
                    .formatted(file, values.containsKey(one) ? one : other, values.containsKey(one) ? other : one));
        }
        return values.containsKey(one);
    }

    private String value(String key) {
        return values.getOrDefault(key, "");
    }

    /** Where a file system has no such permissions, the folder's own protection has to do. */
    private static void requirePrivate(Path file) throws ProfileException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        try {
            if (view != null && isOpen(view)) {
                throw new ProfileException(
                        "FFB-5273 %s may be read or changed by other users of this machine: run  chmod 600 %s  and, if somebody"
                                        .formatted(file, file)
                                + " else could have read it, change what is in it");
            }
        } catch (IOException e) {
            throw new ProfileException("FFB-5274 %s can't be read: %s".formatted(file, said(e)), e);
        }
    }

    private static boolean isOpen(PosixFileAttributeView view) throws IOException {
        return view.readAttributes().permissions().stream().anyMatch(OF_OTHERS::contains);
    }

    private static @Nullable String said(IOException e) {
        return e instanceof java.nio.file.NoSuchFileException ? "it is not there" : e.getMessage();
    }
}
