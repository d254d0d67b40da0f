package io.fateflow.webapp.onejar;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JarIndexTest {

    private static final String MANY = "Manifest-Version: 1.0\nMulti-Release: true\n\n";

    @TempDir
    private Path folder;

    @Test
    void theFirstJarThatHasANameIsTheOneAndAllAreKnownInTheirOrder() throws IOException {
        NestedJars jars = new NestedJars()
                .with("b.jar", Map.of("one.txt", NestedJars.text("b"), "only/", new byte[0]))
                .with("a.jar", Map.of("one.txt", NestedJars.text("a"), "two.stored", NestedJars.text("as it is")));

        JarIndex index = index(jars);

        assertThat(index.read(first(index, "one.txt"))).asString().isEqualTo("b");
        assertThat(index.read(first(index, "two.stored"))).asString().isEqualTo("as it is");
        assertThat(index.jars("one.txt")).containsExactly(0, 1);
        assertThat(index.jars("only")).containsExactly(0);
        assertThat(index.first("none.txt")).isNull();
    }

    @Test
    void ofSeveralVersionsItIsTheOneThatTheJdkWouldTake() throws IOException {
        Map<String, byte[]> entries = Map.of(
                "a", NestedJars.text("for any"),
                "META-INF/versions/9/a", NestedJars.text("for 9"),
                "META-INF/versions/11/a", NestedJars.text("for 11"),
                "META-INF/versions/99/a", NestedJars.text("for 99"),
                "META-INF/versions/9/b", NestedJars.text("for 9 only"),
                "META-INF/MANIFEST.MF", NestedJars.text(MANY));
        NestedJars jars = new NestedJars().with("many.jar", entries);
        JarIndex index = index(jars);
        Path alone = Files.write(folder.resolve("many.jar"), jars.bytes("many.jar"));

        try (JarFile jdk = new JarFile(alone.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            for (String name : new String[] {"a", "b", "META-INF/MANIFEST.MF"}) {
                JarEntry entry = jdk.getJarEntry(name);
                assertThat(index.read(first(index, name)))
                        .as(name)
                        .isEqualTo(jdk.getInputStream(entry).readAllBytes());
            }
        }
        assertThat(index.jars("b")).isEmpty();
    }

    @Test
    void aJarThatDoesNotSayThatItHasVersionsHasNone() throws IOException {
        NestedJars jars = new NestedJars()
                .with(
                        "one.jar",
                        Map.of("a", NestedJars.text("for any"), "META-INF/versions/9/a", NestedJars.text("no")));

        JarIndex index = index(jars);

        assertThat(index.read(first(index, "a"))).asString().isEqualTo("for any");
    }

    @Test
    void jarsThatAreCompressedHaveNoIndexAndWhatIsNoJarIsRefused() throws IOException {
        NestedJars jars = new NestedJars().with("a.jar", Map.of("a", new byte[0]));
        Path compressed = jars.write(folder.resolve("compressed.jar"), false);
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar at all, but long enough for the end of one");

        assertThat(JarIndex.of(new RandomAccessFile(compressed.toFile(), "r"), jars.names()))
                .isEmpty();
        assertThatThrownBy(() -> JarIndex.of(new RandomAccessFile(text.toFile(), "r"), jars.names()))
                .isInstanceOf(ZipException.class);
    }

    private JarIndex index(NestedJars jars) throws IOException {
        Path file = jars.write(folder.resolve("outer.jar"), true);
        return JarIndex.of(new RandomAccessFile(file.toFile(), "r"), jars.names())
                .orElseThrow();
    }

    private static JarIndex.Entry first(JarIndex index, String name) {
        return Optional.ofNullable(index.first(name)).orElseThrow();
    }
}
