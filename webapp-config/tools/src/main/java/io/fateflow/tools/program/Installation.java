package io.fateflow.tools.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;
import org.springframework.util.StringUtils;

/** A directory with the program; it is complete when its script is there, which comes last. */
final class Installation {

    private static final String JAR = "fate-flow-bpm.jar";
    private static final String ARCHIVE = "fate-flow-bpm.jsa";
    private static final String SCRIPT = "fate-flow-bpm";

    /** What a JVM needs of the environment; settings of a server do not reach the one that only starts. */
    private static final List<String> ENVIRONMENT = List.of("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR");

    private final Path directory;

    Installation(Path directory) {
        this.directory = directory;
    }

    /** Spring Boot's own tool writes the jars: an archive has only classes of jars that are files. */
    void unpack(Path programJar) throws IOException, InterruptedException {
        Path parent = Files.createDirectories(directory);
        Path log = Files.createTempFile("fate-flow-install", ".log");
        try {
            int exitCode = run(
                    parent,
                    log,
                    "-Djarmode=tools",
                    "-jar",
                    programJar.toString(),
                    "extract",
                    "--force",
                    "--destination",
                    directory.toString(),
                    "--application-filename",
                    JAR);
            if (exitCode != 0) {
                throw new IOException("cannot unpack %s to %s: %s".formatted(programJar, directory, lastLine(log)));
            }
        } finally {
            Files.delete(log);
        }
        OneRelease.ofAll(directory.resolve("lib"));
    }

    /**
     * Starts a server with a home and a database of its own until all its parts are there, and keeps the classes that this
     * has loaded. It listens nowhere.
     *
     * @return why that was not possible, if it was not
     */
    Optional<String> archiveClasses() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("fate-flow-install");
        try {
            Path log = home.resolve("server.log");
            int exitCode = run(
                    home,
                    log,
                    "-XX:ArchiveClassesAtExit=" + directory.resolve(ARCHIVE),
                    "-Xlog:cds=off",
                    "-Xlog:cds+dynamic=off",
                    "-Dspring.context.exit=onRefresh",
                    // that end is a halt, which leaves what Spring has made for its pages
                    "-Djava.io.tmpdir=" + home,
                    "-Dfate.home=" + home.resolve("home"),
                    "-jar",
                    directory.resolve(JAR).toString(),
                    "serve");
            Path archive = directory.resolve(ARCHIVE);
            if (exitCode != 0 || !Files.exists(archive)) {
                return Optional.of("exit code %d, %s".formatted(exitCode, lastLine(log)));
            }
            // the JVM makes it for its owner alone, and a server often runs as another user
            Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
            return Optional.empty();
        } finally {
            FileSystemUtils.deleteRecursively(home);
        }
    }

    /**
     * Whether a URL names it as the file system does. JDK 17 looks for the jar of an archived class by what its URL says, and leaves
     * classes of such a directory out: a server started after 10.3 s instead of 7.3.
     */
    boolean isNamedAsInUrls() {
        return StringUtils.trimTrailingCharacter(directory.toUri().getRawPath(), '/')
                .equals(directory.toString());
    }

    /** Takes away what it has made so far, so that the next one finds the directory empty. */
    void remove() throws IOException {
        for (String made : List.of("bin", "lib", JAR, ARCHIVE)) {
            FileSystemUtils.deleteRecursively(directory.resolve(made));
        }
    }

    /** Returns the command. */
    Path writeScript() throws IOException {
        Path script = Files.createDirectories(directory.resolve("bin")).resolve(SCRIPT);
        try (InputStream text = Objects.requireNonNull(Installation.class.getResourceAsStream("fate-flow-bpm.sh"))) {
            Files.copy(text, script);
        }
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    private static int run(Path place, Path log, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ThisProgram.java());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(ENVIRONMENT);
        return builder.start().waitFor();
    }

    /** The last that is no place of a stack trace. */
    private static String lastLine(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.UTF_8)) {
            return lines.filter(line -> !line.isBlank() && !Character.isWhitespace(line.charAt(0)))
                    .reduce((a, b) -> b)
                    .orElse("without a word");
        }
    }
}
