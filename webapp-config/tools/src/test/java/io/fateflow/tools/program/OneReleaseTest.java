package io.fateflow.tools.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class OneReleaseTest {

    private static final String MULTI_RELEASE = "Multi-Release";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path jars;

    @Test
    void aJarForSeveralReleasesIsOneForJava17() throws IOException {
        Path jar = jar(
                "several.jar",
                true,
                "a/Same.class",
                "a/Older.class",
                "META-INF/versions/9/a/Older.class",
                "META-INF/versions/11/a/Older.class",
                "META-INF/versions/21/a/Older.class",
                "META-INF/versions/9/a/Only9.class",
                "META-INF/versions/21/a/Only21.class",
                "META-INF/services/a.Service");

        OneRelease.ofAll(jars);

        assertThat(contents(jar))
                .isEqualTo(Map.of(
                        "a/Same.class", "a/Same.class",
                        "a/Older.class", "META-INF/versions/11/a/Older.class",
                        "a/Only9.class", "META-INF/versions/9/a/Only9.class",
                        "META-INF/services/a.Service", "META-INF/services/a.Service"));
        try (JarFile written = new JarFile(jar.toFile())) {
            assertThat(written.isMultiRelease()).isFalse();
            assertThat(written.getEntry("a/")).isNotNull();
            assertThat(written.getManifest().getMainAttributes().getValue("Implementation-Version"))
                    .isEqualTo("7");
        }
        assertThat(filesOf(jars)).containsExactly("several.jar");
    }

    @Test
    void onesThatAreSignedOrForOneReleaseStayAsTheyAre() throws IOException {
        Path signed = jar("signed.jar", true, "META-INF/BC1.SF", "META-INF/versions/9/a/Only9.class");
        Path plain = jar("plain.jar", false, "META-INF/versions/9/a/Only9.class");
        Files.writeString(jars.resolve("note.txt"), "no jar");
        List<byte[]> before = List.of(Files.readAllBytes(signed), Files.readAllBytes(plain));

        OneRelease.ofAll(jars);

        assertThat(Files.readAllBytes(signed)).isEqualTo(before.get(0));
        assertThat(Files.readAllBytes(plain)).isEqualTo(before.get(1));
        assertThat(filesOf(jars)).containsExactly("note.txt", "plain.jar", "signed.jar");
    }

    /** Each entry has its own name as content. */
    private Path jar(String name, boolean severalReleases, String... entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "7");
        if (severalReleases) {
            manifest.getMainAttributes().putValue(MULTI_RELEASE, "true");
        }
        Path jar = jars.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry("a/"));
            out.closeEntry();
            for (String entry : entries) {
                out.putNextEntry(new JarEntry(entry));
                out.write(entry.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return jar;
    }

    private static Map<String, String> contents(Path jar) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                if (!entry.isDirectory() && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    contents.put(
                            entry.getName(),
                            new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return contents;
    }

    private static List<String> filesOf(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names.stream().sorted().toList();
    }
}
