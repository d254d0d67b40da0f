package io.fateflow.worker.runtime;

import java.io.IOException;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.run.RunDirectory;

/**
 * Starts executors, and finds those again that an earlier worker has started. An executor outlives the worker, and is started at
 * most once for a {@link Launch#run()}, however often and by whomever it is asked for.
 */
public interface ExecutorRuntime extends AutoCloseable {

    /**
     * Starts an executor.
     *
     * @throws IOException if it can't be started; then nothing of it is left
     */
    RunningExecutor start(Launch launch) throws IOException;

    /**
     * Goes on with an executor that an earlier worker has started, or was about to: one that has not begun is started now.
     *
     * @throws IOException as {@link #start}
     */
    RunningExecutor adopt(Launch launch) throws IOException;

    /** Whether an executor was started for a run, or never may be: then it is adopted, and its files stay as they are. */
    boolean hasBegun(RunDirectory run) throws IOException;

    /** What it has for executors, by label: an amount, or a list of units. Memory is in megabytes. */
    Map<String, JsonNode> resources() throws IOException;

    /** Whether executors have no folder in common with their worker: then they get the site's files from the server, and leave them there. */
    default boolean needsSiteFiles() {
        return false;
    }

    /**
     * Has executors started before there are attempts for them, if it can: they start sooner then.
     *
     * @param plan what they are started with, and how many
     */
    default ReadyExecutors startAhead(AheadPlan plan) throws IOException {
        return ReadyExecutors.NONE;
    }

    /** Looks at nothing any more; executors go on. */
    @Override
    default void close() {}
}
