package io.fateflow.client;

import java.util.function.Consumer;

import io.fateflow.client.call.FateFlowException;

/** Reads a log while it is written: a line is given out once. */
public sealed interface LogReader permits GrowingLog, StoryLog {

    LogSource log();

    /**
     * What has been written since the last time.
     *
     * @return whether there was anything
     */
    boolean more(Consumer<LogLine> reader) throws FateFlowException, InterruptedException;

    /** The rest, when nobody writes any more. */
    void rest(Consumer<LogLine> reader) throws FateFlowException, InterruptedException;
}
