package io.fateflow.engine.report;

import io.fateflow.engine.task.TaskKey;

/** The processes that send reports, as the engine runs them. */
public interface ReportProcesses {

    /** Starts {@code fate-report} for an attempt; it sends after the commit, and again until it has succeeded. */
    void startReport(TaskKey key);
}
