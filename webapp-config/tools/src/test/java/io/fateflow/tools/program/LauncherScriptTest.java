package io.fateflow.tools.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.worker.jvm.HugePages;

import static org.assertj.core.api.Assertions.assertThat;

/** What an installed program tells the JVM: two collectors, or a heap that begins larger than it may be, and it does not start. */
final class LauncherScriptTest {

    private static final String SERIAL = "-XX:+UseSerialGC";
    private static final String SMALL = "-Xms96m";

    @TempDir
    private Path place;

    @BeforeEach
    void aJvmThatSaysItsArguments() throws IOException {
        program("jdk/bin/java", "printf '%s\\n' \"$@\"");
        try (InputStream script =
                Objects.requireNonNull(LauncherScriptTest.class.getResourceAsStream("fate-flow-bpm.sh"))) {
            program("bin/fate-flow-bpm", new String(script.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private void program(String name, String text) throws IOException {
        Path file = place.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text.startsWith("#!") ? text : "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> arguments(int processors, String variable, String options) throws Exception {
        program("path/nproc", "echo " + processors);
        ProcessBuilder builder =
                new ProcessBuilder(place.resolve("bin/fate-flow-bpm").toString(), "serve").redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        builder.environment().put("JAVA_HOME", place.resolve("jdk").toString());
        builder.environment().merge("PATH", place.resolve("path").toString(), (path, first) -> first + ":" + path);
        builder.environment().put(variable, options);
        Process launched = builder.start();
        String said = new String(launched.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(launched.waitFor()).as(said).isZero();
        return said.lines().toList();
    }

    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "3,false", "12,false", "24,false"})
    void onlyOnOneOrTwoProcessorsItCollectsWithOneThread(int processors, boolean serial) throws Exception {
        assertThat(arguments(processors, "JAVA_OPTS", "").contains(SERIAL)).isEqualTo(serial);
        assertThat(arguments(processors, "JAVA_OPTS", "").contains(SMALL)).isEqualTo(serial);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"})
    void whoNamesACollectorOrASizeGetsThat(String variable) throws Exception {
        assertThat(arguments(2, variable, "-Dx=y -XX:+UseG1GC")).doesNotContain(SERIAL, SMALL);
        for (String size : List.of("-Xmx64m", "-Xms8m", "-XX:MaxHeapSize=64m", "-XX:MaxRAMPercentage=25")) {
            assertThat(arguments(2, variable, size)).contains(SERIAL).doesNotContain(SMALL);
        }
    }

    @Test
    void itAsksForHugePagesWhereTheProgramItselfDoes() throws Exception {
        assertThat(arguments(2, "JAVA_OPTS", "").contains("-XX:+UseTransparentHugePages"))
                .isEqualTo(!HugePages.options().isEmpty());
    }
}
