package io.fateflow.worker.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JarSourcesTest {

    @TempDir
    Path directory;

    @Test
    void findsAllJarsInTheClassPathOfABuild() throws IOException {
        List<JarSource> sources = JarSources.find(System.getProperty("java.class.path"));

        assertThat(sources)
                .extracting(JarSource::name)
                .contains(
                        "components.jar",
                        "executor.jar",
                        "arrow-vector.jar",
                        "flatbuffers-java.jar",
                        "jackson-databind.jar")
                .doesNotContain("picocli.jar");
    }

    @Test
    void findsTheJarsInsideTheJarOfTheApplication() throws IOException {
        Path application = application(JarSources.needed());

        ExecutorClasspath installed = ExecutorClasspath.install(directory.resolve("executor"), application.toString());

        assertThat(installed.jars()).hasSize(JarSources.needed().size());
        assertThat(installed.directory().resolve("components.jar")).hasContent("components");
    }

    @Test
    void theSameJarsAreInstalledOnce() throws IOException {
        Path application = application(JarSources.needed());
        Path parent = directory.resolve("executor");

        Path first = ExecutorClasspath.install(parent, application.toString()).directory();
        Path second = ExecutorClasspath.install(parent, application.toString()).directory();

        assertThat(second).isEqualTo(first);
        assertThat(parent.toFile().list()).containsExactly(first.getFileName().toString());
    }

    @Test
    void anotherVersionIsInstalledBesideIt() throws IOException {
        Path parent = directory.resolve("executor");
        Path application = application(JarSources.needed());
        Path first = ExecutorClasspath.install(parent, application.toString()).directory();

        Path changed = application(JarSources.needed(), "changed ");
        Path second = ExecutorClasspath.install(parent, changed.toString()).directory();

        assertThat(second).isNotEqualTo(first);
        assertThat(second.resolve("components.jar")).hasContent("changed components");
        assertThat(first.resolve("components.jar")).hasContent("components");
    }

    @Test
    void aJarHasTheSameVersionWithinAnotherOneAndByItself() throws IOException {
        Path plain = Files.writeString(directory.resolve("components-1.2.3.jar"), "components");
        Path application = application(List.of("components"));

        assertThat(JarSources.one(application.toString(), "components").version())
                .isEqualTo(new JarSource.PlainJar("components.jar", plain).version())
                .isNotZero();
    }

    /** Otherwise executors would start for good from a new version's jars below the name of the old one. */
    @Test
    void aJarOfAnotherVersionThanWasFoundIsNotCopied() throws IOException {
        Path application = application(List.of("components"));
        JarSource found = JarSources.one(application.toString(), "components");
        Path target = directory.resolve("executor").resolve("named-by-its-version");
        Files.createDirectory(target.getParent());

        Files.move(application(List.of("components"), "changed "), application, StandardCopyOption.REPLACE_EXISTING);

        assertThatThrownBy(() -> ExecutorClasspath.copy(List.of(found), List.of(found.version()), target))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("components.jar has changed");
        assertThat(target.getParent()).isEmptyDirectory();
    }

    @Test
    void aMissingJarIsNamed() throws IOException {
        Path application = application(JarSources.needed().stream()
                .filter(artifact -> !artifact.equals("arrow-vector"))
                .toList());

        assertThatThrownBy(() -> JarSources.find(application.toString())).hasMessageContaining("arrow-vector");
    }

    private Path application(List<String> artifacts) throws IOException {
        return application(artifacts, "");
    }

    private Path application(List<String> artifacts, String before) throws IOException {
        Path jar = directory.resolve("app-" + before + artifacts.size() + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String artifact : artifacts) {
                zip.putNextEntry(new ZipEntry("BOOT-INF/lib/" + artifact + "-1.2.3-SNAPSHOT.jar"));
                zip.write((before + artifact).getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }
}
