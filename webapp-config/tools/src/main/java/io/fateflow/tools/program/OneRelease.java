package io.fateflow.tools.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Makes of jars for several releases of Java those for the one that this program is for. A class that has its file below {@code
 * META-INF/versions} only ends a JVM that has it from an archive (JDK 17, SIGSEGV in {@code
 * KlassFactory::check_shared_class_file_load_hook}) when anybody wants to see that file: Flight Recorder, or an agent.
 */
final class OneRelease {

    private static final Runtime.Version RELEASE = Runtime.Version.parse("17");

    private OneRelease() {}

    /** A signed jar stays as it is: it would not be what was signed, and no archive has classes of it. */
    static void ofAll(Path jars) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(jars)) {
            files = all.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        for (Path file : files) {
            try (JarFile jar = new JarFile(file.toFile(), false, ZipFile.OPEN_READ, RELEASE)) {
                if (jar.isMultiRelease() && jar.stream().noneMatch(OneRelease::isSignature)) {
                    Files.move(written(jar, file), file, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static boolean isSignature(JarEntry entry) {
        return entry.getName().matches("META-INF/[^/]+\\.SF");
    }

    private static Path written(JarFile jar, Path file) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".one-release");
        Manifest manifest = new Manifest(jar.getManifest());
        manifest.getMainAttributes().remove(Attributes.Name.MULTI_RELEASE);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(written), manifest)) {
            for (JarEntry entry : jar.versionedStream().toList()) {
                if (entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    continue;
                }
                JarEntry copy = new JarEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                try (InputStream content = jar.getInputStream(entry)) {
                    content.transferTo(out);
                }
                out.closeEntry();
            }
        }
        return written;
    }
}
