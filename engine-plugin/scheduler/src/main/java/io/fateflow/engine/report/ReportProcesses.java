package io.fateflow.engine.report;

import io.fateflow.engine.task.TaskKey;

/** The processes that send reports, as the engine runs them. */
public interface ReportProcesses {

    /** Reports an attempt after the commit, and again until that has succeeded: from the second try on by {@code fate-report}. */
    void startReport(TaskKey key);
}
