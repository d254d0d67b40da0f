package io.fateflow.worker.launch;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

import io.fateflow.worker.digest.Sha256;
import io.fateflow.worker.process.PrivateFiles;

/**
 * The executor's jars, copied to a directory named by their content: plain files that stay as they are while the
 * application is being replaced, and that a class archive can be made of.
 */
record ExecutorClasspath(Path directory, List<String> jars) {

    private static final int NAME_LENGTH = 16;

    /**
     * Copies the jars unless they are there.
     *
     * @param parent the directory that holds all versions
     * @param classPath of the application
     * @throws IOException if one is missing, can't be copied, or is being replaced meanwhile; then nothing is left of it
     */
    static ExecutorClasspath install(Path parent, String classPath) throws IOException {
        List<JarSource> sources = JarSources.find(classPath);
        List<Long> versions = new ArrayList<>();
        for (JarSource source : sources) {
            versions.add(source.version());
        }
        Path directory = Files.createDirectories(parent).resolve(name(sources, versions));
        PrivateFiles.open(parent, "rwxr-xr-x");
        if (!Files.exists(directory)) {
            copy(sources, versions, directory);
        }
        return new ExecutorClasspath(
                directory, sources.stream().map(JarSource::name).toList());
    }

    private static String name(List<JarSource> sources, List<Long> versions) {
        MessageDigest digest = Sha256.digest();
        for (int i = 0; i < sources.size(); i++) {
            digest.update(
                    "%s %d;".formatted(sources.get(i).name(), versions.get(i)).getBytes(StandardCharsets.UTF_8));
        }
        return Sha256.hex(digest).substring(0, NAME_LENGTH);
    }

    /** @param versions that the target has its name from */
    static void copy(List<JarSource> sources, List<Long> versions, Path target) throws IOException {
        Path unfinished = target.resolveSibling(UUID.randomUUID() + ".tmp");
        Files.createDirectory(unfinished);
        try {
            for (int i = 0; i < sources.size(); i++) {
                copy(sources.get(i), versions.get(i), unfinished);
            }
            PrivateFiles.open(unfinished, "rwxr-xr-x");
            publish(unfinished, target);
        } finally {
            Directories.delete(unfinished);
        }
    }

    private static void copy(JarSource source, long version, Path directory) throws IOException {
        Path file = directory.resolve(source.name());
        try (OutputStream out = Files.newOutputStream(file)) {
            if (source.copyTo(out) != version) {
                throw new IOException("the program is being replaced: its " + source.name()
                        + " has changed while it was read; start again");
            }
        }
        // executors may be other users, and there is no secret in it
        PrivateFiles.open(file, "rw-r--r--");
    }

    /** As {@code java -cp} takes it. */
    String text() {
        return jars.stream()
                .map(jar -> directory.resolve(jar).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static void publish(Path unfinished, Path target) throws IOException {
        try {
            if (!Files.exists(target)) {
                Files.move(unfinished, target);
            }
        } catch (FileSystemException somebodyWasFaster) {
            if (!Files.exists(target)) {
                throw somebodyWasFaster;
            }
        }
    }
}
