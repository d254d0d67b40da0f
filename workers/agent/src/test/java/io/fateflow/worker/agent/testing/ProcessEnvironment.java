package io.fateflow.worker.agent.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The environment that a process was started with, as Linux shows it. */
public final class ProcessEnvironment {

    private ProcessEnvironment() {}

    public static String of(long pid) {
        try {
            return new String(
                    Files.readAllBytes(Path.of("/proc", Long.toString(pid), "environ")), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }
}
