package io.fateflow.client;

import java.util.List;

import io.fateflow.client.call.UnreachableException;

/** Hears how a job that is watched gets on. */
@FunctionalInterface
public interface JobListener {

    /** Nobody is told anything. */
    JobListener SILENT = (job, tasks) -> {};

    /** What is true now; it may be the same as before. */
    void seen(Job job, List<Task> tasks);

    /** The server does not answer, for the first time after it did. */
    default void away(UnreachableException why) {}

    /** It answers again. */
    default void back() {}
}
