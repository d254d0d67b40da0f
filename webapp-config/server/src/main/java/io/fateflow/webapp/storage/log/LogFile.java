package io.fateflow.webapp.storage.log;

/**
 * A log of an executor, or of several.
 *
 * @param name below the folder that was asked for, with slashes
 * @param size in bytes
 * @param time of the last change, epoch milliseconds
 */
public record LogFile(String name, long size, long time) {

    /** The same with a part that was somewhere else. */
    LogFile and(LogFile part) {
        return new LogFile(name, size + part.size, Math.max(time, part.time));
    }
}
