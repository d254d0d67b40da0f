package io.fateflow.webapp.onejar;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IndexedClassLoaderTest {

    private static final String CLASS = Loaded.class.getName();
    private static final String FILE = CLASS.replace('.', '/') + ".class";
    private static final String MANIFEST = "Manifest-Version: 1.0\nImplementation-Version: 3.7\n\n";

    @TempDir
    private Path folder;

    /** What is loaded. */
    static final class Loaded {}

    @Test
    void aClassComesFromItsJarWithThatJarsVersion() throws Exception {
        NestedJars jars = jars();
        ClassLoader loader = IndexedClassLoader.instead(jars.loader(jars.write(folder.resolve("a b.jar"), true)))
                .orElseThrow();

        Class<?> loaded = Class.forName(CLASS, true, loader);

        assertThat(loaded.getClassLoader()).isSameAs(loader);
        assertThat(loaded.getPackage().getImplementationVersion()).isEqualTo("3.7");
        assertThat(loaded.getProtectionDomain().getCodeSource().getLocation().toString())
                .endsWith("/a%20b.jar/!BOOT-INF/lib/second.jar!/");
        assertThatThrownBy(() -> Class.forName(CLASS + "None", true, loader))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void aResourceIsThatOfTheFirstJarAndAllAreFound() throws Exception {
        NestedJars jars = jars();
        ClassLoader loader = IndexedClassLoader.instead(jars.loader(jars.write(folder.resolve("jar.jar"), true)))
                .orElseThrow();

        try (InputStream text = loader.getResourceAsStream("a/text")) {
            assertThat(text).hasContent("first");
        }
        assertThat(Collections.list(loader.getResources("a/text")))
                .extracting(URL::toString)
                .satisfiesExactly(
                        first -> assertThat(first).endsWith("/jar.jar/!BOOT-INF/lib/first.jar!/a/text"),
                        second -> assertThat(second).endsWith("/jar.jar/!BOOT-INF/lib/second.jar!/a/text"));
        assertThat(Objects.requireNonNull(loader.getResource("a/text")).toString())
                .endsWith("/first.jar!/a/text");
        assertThat(loader.getResource("a/none")).isNull();
        assertThat(loader.getResourceAsStream("a/none")).isNull();
    }

    @Test
    void whatIsNoJarOfStoredJarsKeepsItsOwnLoader() throws IOException {
        NestedJars jars = jars();

        assertThat(IndexedClassLoader.instead(jars.loader(jars.write(folder.resolve("compressed.jar"), false))))
                .isEmpty();
        assertThat(IndexedClassLoader.instead(jars.loader(folder.resolve("gone.jar"))))
                .isEmpty();
        assertThat(IndexedClassLoader.instead(ClassLoader.getSystemClassLoader()))
                .isEmpty();
    }

    private static NestedJars jars() throws IOException {
        Map<String, byte[]> second = new LinkedHashMap<>();
        second.put("META-INF/MANIFEST.MF", NestedJars.text(MANIFEST));
        second.put("a/text", NestedJars.text("second"));
        try (InputStream in = Objects.requireNonNull(Loaded.class.getResourceAsStream("/" + FILE))) {
            second.put(FILE, in.readAllBytes());
        }
        return new NestedJars()
                .with("first.jar", Map.of("a/text", NestedJars.text("first")))
                .with("second.jar", second);
    }
}
