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

/**
 * The program's classes as the JVM has parsed them once: a server starts a quarter faster with it, and these tests start more
 * than a hundred. It is made at the first start, by whichever of the JVMs that run tests comes first.
 */
final class ClassArchive {

    private static final Path FILE = Path.of("target", "server.jsa").toAbsolutePath();
    private static final List<String> SILENT = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");

    private ClassArchive() {}

    /** Options for a JVM with this class path; none where there are directories in it, as in a build without jars. */
    static List<String> options(String classPath) {
        if (Stream.of(classPath.split(File.pathSeparator)).map(Path::of).anyMatch(Files::isDirectory)) {
            return List.of();
        }
        try {
            return isThere(classPath) ? with("-XX:SharedArchiveFile=") : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> with(String option) {
        return Stream.concat(Stream.of(option + FILE), SILENT.stream()).toList();
    }

    private static synchronized boolean isThere(String classPath) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(Path.of(FILE + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock one = channel.lock()) {
            if (channel.size() == 0) {
                // whatever becomes of it: it is tried once
                channel.write(ByteBuffer.wrap(new byte[] {1}));
                make(classPath);
            }
            return Files.exists(FILE);
        }
    }

    private static void make(String classPath) throws IOException {
        Path place = Files.createDirectories(FILE.resolveSibling("server-of-the-archive"));
        int port = ChildJvm.freePort();
        Map<String, String> settings = Map.of(
                "FATE_HOME", place.resolve("home").toString(),
                "SERVER_PORT", Integer.toString(port),
                "FATE_ADMIN_PASSWORD", "of-a-server-that-only-starts");
        try (ChildJvm server = ChildJvm.run(place, settings, with("-XX:ArchiveClassesAtExit="), classPath, "serve")) {
            new FlowClient(port).awaitUp(server);
            server.terminate();
        }
    }
}
