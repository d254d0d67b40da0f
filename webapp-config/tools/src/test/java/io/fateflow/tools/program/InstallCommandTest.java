package io.fateflow.tools.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.testing.HalfDone;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** What is refused, and what is left of it; the whole is tested with the program's jar. */
class InstallCommandTest {

    private static final String CLASS_PATH = "java.class.path";

    private final String classPath = System.getProperty(CLASS_PATH);
    private final StringWriter errors = new StringWriter();
    private final CommandLine install = new CommandLine(new InstallCommand());

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @BeforeEach
    void listen() {
        install.setErr(new PrintWriter(errors, true));
        install.setOut(new PrintWriter(new StringWriter(), true));
        install.setExecutionExceptionHandler((e, command, parsed) -> {
            errors.append(e.getMessage());
            return 1;
        });
    }

    @AfterEach
    void restore() {
        System.setProperty(CLASS_PATH, classPath);
    }

    @Test
    void onlyTheJarOfABuildIsInstalled() throws IOException {
        Path target = folder.resolve("target");
        assertThat(install.execute(target.toString())).isEqualTo(2);

        startedFrom(jar("io.fateflow.webapp.FateFlowBpm"));
        assertThat(install.execute(target.toString())).isEqualTo(2);

        assertThat(errors.toString()).contains("java -jar fate-flow-bpm.jar install DIRECTORY");
        assertThat(target).doesNotExist();
    }

    @Test
    void whatIsInADirectoryIsNotTouched() throws IOException {
        startedFrom(jar(HalfDone.class.getName()));
        Path mine = Files.writeString(folder.resolve("mine"), "x");

        assertThat(install.execute(folder.toString())).isEqualTo(2);

        assertThat(errors.toString()).contains(folder + " is not empty");
        assertThat(mine).hasContent("x");
    }

    @Test
    void whatFailsLeavesTheDirectoryEmpty() throws IOException {
        startedFrom(jar(HalfDone.class.getName()));
        Path target = folder.resolve("target");

        assertThat(install.execute(target.toString())).isEqualTo(1);

        assertThat(errors.toString()).contains("cannot unpack", "No space left on device");
        assertThat(target).isEmptyDirectory();
    }

    private Path jar(String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        Path jar = folder.resolve("program.jar");
        String name = HalfDone.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = Objects.requireNonNull(HalfDone.class.getResourceAsStream("/" + name))) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
        return jar;
    }

    private static void startedFrom(Path jar) {
        System.setProperty(CLASS_PATH, jar.toString());
    }
}
