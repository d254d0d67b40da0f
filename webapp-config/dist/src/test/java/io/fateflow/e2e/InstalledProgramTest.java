package io.fateflow.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The program's jar, which is there only after the other tests: it installs itself, and starts from there. */
class InstalledProgramTest {

    private static final Path JAR = Path.of(System.getProperty("program.jar", "target/fate-flow-bpm.jar"));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void startsFromALinkWithItsArchiveAndIsRecordedAndFromElsewhereWithout() throws Exception {
        Path target = folder.resolve("program");

        // a server that is configured by the environment is not the one that starts for the archive
        String installed = run(
                Map.of("SPRING_DATASOURCE_URL", "jdbc:postgresql://127.0.0.1:1/none"),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                JAR.toAbsolutePath().toString(),
                "install",
                target.toString());

        assertThat(installed).contains("Installed.").doesNotContain("no archive");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target.resolve("fate-flow-bpm.jsa"))))
                .isEqualTo("rw-r--r--");
        Path link = Files.createSymbolicLink(folder.resolve("link"), target.resolve("bin/fate-flow-bpm"));
        // without an archive that fits, this option ends the JVM
        assertThat(run(Map.of("JAVA_OPTS", "-Xshare:on"), link.toString(), "--version"))
                .startsWith("fate-flow-bpm ");
        assertThat(run(
                        Map.of(
                                "JAVA_OPTS",
                                "-Xshare:on -XX:TieredStopAtLevel=1 -XX:StartFlightRecording -Dspring.context.exit=onRefresh -Djava.io.tmpdir="
                                        + folder),
                        link.toString(),
                        "serve",
                        "--home",
                        folder.resolve("recorded").toString()))
                .contains("Started recording");
        assertThat(run(Map.of("LC_ALL", "C", "JAVA_OPTS", "-XshowSettings:properties"), link.toString(), "--version"))
                .contains("sun.jnu.encoding = UTF-8");
        Files.writeString(target.resolve("fate-flow-bpm.jsa"), "of another Java");
        assertThat(run(Map.of(), link.toString(), "--version")).startsWith("fate-flow-bpm ");
        Path elsewhere = Files.move(target, folder.resolve("the program"));
        assertThat(run(Map.of(), elsewhere.resolve("bin/fate-flow-bpm").toString(), "--version"))
                .startsWith("fate-flow-bpm ");
    }

    private String run(Map<String, String> environment, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(List.of(command)).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TMPDIR", folder.toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
