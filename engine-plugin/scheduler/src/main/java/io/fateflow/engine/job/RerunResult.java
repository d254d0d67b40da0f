package io.fateflow.engine.job;

/** What became of the wish to run a job again. */
public enum RerunResult {
    /** This site has no such job, or is not its initiator. */
    UNKNOWN_JOB,

    /** All components that were meant have succeeded. */
    NOTHING_TO_DO,

    /** The job waits for resources, as at its start. */
    STARTED
}
