package io.fateflow.worker.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void aMissingJarIsNamed() throws IOException {
        Path application = application(JarSources.needed().stream()
                .filter(artifact -> !artifact.equals("arrow-vector"))
                .toList());

        assertThatThrownBy(() -> JarSources.find(application.toString())).hasMessageContaining("arrow-vector");
    }

    private Path application(List<String> artifacts) throws IOException {
        Path jar = directory.resolve("app-" + artifacts.size() + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String artifact : artifacts) {
                zip.putNextEntry(new ZipEntry("BOOT-INF/lib/" + artifact + "-1.2.3-SNAPSHOT.jar"));
                zip.write(artifact.getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }
}
