package io.fateflow.worker.api;

import java.util.Base64;

/**
 * A part of a log file of one executor whose machine shares no folder with the server: whole lines, as far as there are any.
 *
 * @param run tells this executor from others of the same component
 * @param file its name: one of {@link LogFiles}, or {@link #standard}
 * @param offset where the part begins in what this executor has logged
 * @param data Base64
 */
public record LogPart(String run, String file, long offset, String data) {

    /** Longer parts are not taken, in bytes. */
    public static final int LONGEST = 256 * 1024;

    /** What is said of an attempt that is not the worker's any more. */
    public static final long UNWANTED = -1;

    public static LogPart of(String run, String file, long offset, byte[] data) {
        return new LogPart(run, file, offset, Base64.getEncoder().encodeToString(data));
    }

    /** The file of what an executor prints. */
    public static String standard(String run) {
        return "task_executor_" + run + "_std.log";
    }

    /** @throws IllegalArgumentException if it is no Base64 */
    public byte[] bytes() {
        return Base64.getDecoder().decode(data);
    }
}
