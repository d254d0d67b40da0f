package io.fateflow.worker.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class HugePagesTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"always [madvise] never\n", "[always] madvise never\n"})
    void whereAProgramMayAskForThemItDoes(String choices) throws IOException {
        assertThat(HugePages.options(Files.writeString(directory.resolve("enabled"), choices)))
                .containsExactly("-XX:+UseTransparentHugePages");
    }

    @Test
    void whereThereAreNoneNobodyAsks() throws IOException {
        assertThat(HugePages.options(Files.writeString(directory.resolve("enabled"), "always madvise [never]\n")))
                .isEmpty();
        assertThat(HugePages.options(directory.resolve("absent"))).isEmpty();
        assertThat(HugePages.options(directory)).isEmpty();
    }

    @Test
    void theJvmOfThisMachineTakesThemWithoutAWord() throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(HugePages.options());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx32m", "--list-modules"));

        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();

        String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(printed).isZero();
        assertThat(printed).startsWith("java.base@");
    }
}
