package io.fateflow.worker.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

import io.fateflow.worker.digest.Sha256;

/** The Python that runs FATE's components, as a file from which Python imports. */
public final class RunnerJar {

    private static final String ARTIFACT = "fate-python";
    private static final int HASH_LENGTH = 16;

    private RunnerJar() {}

    /**
     * Copies it unless it is there: under a name that its content gives it, so that attempts of an older version go on.
     *
     * @throws IOException if the class path of this process has none
     */
    public static Path install(Path directory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JarSources.one(System.getProperty("java.class.path", ""), ARTIFACT).writeTo(bytes);
        byte[] jar = bytes.toByteArray();
        String hash = Sha256.hex(jar).substring(0, HASH_LENGTH);
        Path target = Files.createDirectories(directory).resolve("fate-runner-" + hash + ".jar");
        if (!Files.exists(target)) {
            Path unfinished = directory.resolve(UUID.randomUUID() + ".tmp");
            Files.write(unfinished, jar);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        return target.toAbsolutePath();
    }
}
