package io.fateflow.worker.run;

import java.nio.file.Path;

import io.fateflow.worker.process.FileNames;

/**
 * One attempt at one task at one party. Its parts come from outside and become directories, so each must be a plain
 * name: the constructor refuses what is empty, too long, or leads anywhere else.
 */
public record RunKey(String jobId, String role, String partyId, String componentName, String taskId, int taskVersion) {

    private static final int MAX_LENGTH = 255;

    public RunKey {
        plain("job id", jobId);
        plain("role", role);
        plain("party id", partyId);
        plain("component name", componentName);
        plain("task id", taskId);
    }

    /** Relative to the worker's directory of jobs. */
    Path directory() {
        return Path.of(jobId, role, partyId, componentName, taskId, Integer.toString(taskVersion));
    }

    /** Relative to the worker's directory of logs. */
    Path logs() {
        return Path.of(jobId, role, partyId, componentName);
    }

    private static void plain(String what, String name) {
        boolean plain = !name.isEmpty()
                && name.length() <= MAX_LENGTH
                && !name.startsWith(".")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || Character.isISOControl(c));
        if (!plain) {
            throw new IllegalArgumentException("the " + what + " \"" + name.replaceAll("\\p{Cntrl}", "?")
                    + "\" cannot be a directory's name: it must not be empty, start with a dot, or have / \\ : in it");
        }
        FileNames.objection(name).ifPresent(objection -> {
            throw new IllegalArgumentException(objection);
        });
    }
}
