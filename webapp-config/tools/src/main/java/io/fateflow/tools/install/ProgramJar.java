package io.fateflow.tools.install;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The one jar with all others inside that a build makes. */
final class ProgramJar {

    private static final String LAUNCHERS = "org.springframework.boot.loader.";

    private ProgramJar() {}

    /**
     * Empty if the program runs from something else, such as a build's directories or an installation.
     *
     * @param classPath as in the system property {@code java.class.path}
     */
    static Optional<Path> find(String classPath) throws IOException {
        Path jar = Path.of(classPath.contains(File.pathSeparator) ? "" : classPath);
        if (!jar.toString().endsWith(".jar") || !Files.isRegularFile(jar)) {
            return Optional.empty();
        }
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            return main != null && main.startsWith(LAUNCHERS) ? Optional.of(jar.toAbsolutePath()) : Optional.empty();
        }
    }
}
