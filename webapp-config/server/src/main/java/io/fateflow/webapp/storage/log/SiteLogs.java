package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The logs of executors, wherever they are. A log only grows: a byte, or a line, keeps its number. A link, which an executor could have made to
 * anywhere, is no log. Safe for many threads and servers.
 */
public interface SiteLogs {

    /** All files below a folder, in the order of their names; none if there is no such folder. */
    List<LogFile> below(LogFolder folder) throws IOException;

    /**
     * Opens a file for one reader: what it has by now stays readable, wherever it is moved meanwhile.
     *
     * @param name as {@link #below} says
     * @return empty if there is none
     * @throws IllegalArgumentException FFB-6126 if it is behind a link, or its name leads elsewhere
     */
    Optional<OpenedLog> open(LogFolder folder, String name) throws IOException;

    /** The directory of this machine in which the folder's files grow; empty if none does here. */
    Optional<Path> growing(LogFolder folder);

    /**
     * Removes the logs of jobs.
     *
     * @param before whose last change is not before it, in epoch milliseconds, stays
     * @param mayGo of a job's id: nothing of it will be logged any more
     * @return of how many jobs
     */
    int remove(long before, Predicate<String> mayGo) throws IOException;
}
