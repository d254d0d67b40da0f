package io.fateflow.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

import io.fateflow.worker.digest.Sha256;

/**
 * The program's classes as the JVM has parsed them once: a server starts a quarter faster with it, and these tests start more
 * than a hundred. It is made at the first start, by whichever of the JVMs that run tests comes first.
 */
final class ClassArchive {

    private static final Path PLACE = Path.of("target", "server-archives").toAbsolutePath();
    private static final List<String> SILENT = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");

    private ClassArchive() {}

    /** Options for a JVM with this class path; none where there are directories in it, as in a build without jars. */
    static List<String> options(String classPath) {
        List<Path> jars =
                Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList();
        if (jars.stream().anyMatch(Files::isDirectory)) {
            return List.of();
        }
        try {
            Path file = Files.createDirectories(PLACE).resolve(name(jars) + ".jsa");
            return isThere(file, classPath) ? with("-XX:SharedArchiveFile=", file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JVM takes no archive of other jars, and a module that is built again is another one. */
    private static String name(List<Path> jars) throws IOException {
        StringBuilder made = new StringBuilder();
        for (Path jar : jars) {
            made.append(jar).append(' ').append(Files.getLastModifiedTime(jar)).append('\n');
        }
        return Sha256.hex(made.toString()).substring(0, 16);
    }

    private static List<String> with(String option, Path file) {
        return Stream.concat(Stream.of(option + file), SILENT.stream()).toList();
    }

    private static synchronized boolean isThere(Path file, String classPath) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(Path.of(file + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock one = channel.lock()) {
            if (channel.size() == 0) {
                // whatever becomes of it: it is tried once
                channel.write(ByteBuffer.wrap(new byte[] {1}));
                make(file, classPath);
            }
            return Files.exists(file);
        }
    }

    private static void make(Path file, String classPath) throws IOException {
        forgetOthersThan(file);
        Path place = Files.createDirectories(Path.of(file + ".server"));
        int port = ChildJvm.freePort();
        Map<String, String> settings = Map.of(
                "FATE_HOME", place.resolve("home").toString(),
                "SERVER_PORT", Integer.toString(port),
                "FATE_ADMIN_PASSWORD", "of-a-server-that-only-starts");
        try (ChildJvm server =
                ChildJvm.run(place, settings, with("-XX:ArchiveClassesAtExit=", file), classPath, "serve")) {
            new FlowClient(port).awaitUp(server);
            server.terminate();
        }
    }

    /** Each is large, and of jars that are no more. */
    private static void forgetOthersThan(Path file) throws IOException {
        String name = file.getFileName().toString();
        try (Stream<Path> all = Files.list(PLACE)) {
            for (Path one : all.filter(one -> !one.getFileName().toString().startsWith(name))
                    .toList()) {
                FileSystemUtils.deleteRecursively(one);
            }
        }
    }
}
