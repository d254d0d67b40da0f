package io.fateflow.tools.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.fateflow.webapp.FateFlowBpm;
import io.fateflow.worker.jvm.HugePages;

/** What this process was started from: one jar, or the class path of a build or of an IDE. */
public final class ThisProgram {

    private static final String LAUNCHERS = "org.springframework.boot.loader.";

    /** Of names in classes that are read from jars: a server has ten times as many as the JVM is made for, and is up 7 % sooner. */
    private static final List<String> SYMBOLS = List.of(
            "-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockExperimentalVMOptions", "-XX:SymbolTableSize=262144");

    private ThisProgram() {}

    /** The JVM that runs it. */
    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Starts another one in this JVM's like; commands and their options are to be added.
     *
     * @param jvmOptions before what is started
     */
    public static List<String> command(String... jvmOptions) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(HugePages.options());
        command.addAll(SYMBOLS);
        command.addAll(List.of(jvmOptions));
        command.addAll(jar().map(jar -> List.of("-jar", jar.toString()))
                .orElseGet(() -> List.of("-cp", absolute(classPath()), FateFlowBpm.class.getName())));
        return command;
    }

    /** The jar that it was started by, as by {@code java -jar}; empty with any other class path. */
    public static Optional<Path> jar() {
        return jar(classPath());
    }

    static Optional<Path> jar(String classPath) {
        return Optional.of(classPath)
                .filter(path -> path.endsWith(".jar"))
                .map(path -> Path.of(path).toAbsolutePath().normalize())
                .filter(Files::isRegularFile);
    }

    /** Whether a jar has all others inside, as that of a build has and that of an installation has not. */
    static boolean hasAllInside(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            return main != null && main.startsWith(LAUNCHERS);
        }
    }

    /** In whichever directory it is started. */
    static String absolute(String classPath) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(classPath)
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }
}
