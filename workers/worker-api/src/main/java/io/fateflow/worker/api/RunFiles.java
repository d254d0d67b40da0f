package io.fateflow.worker.api;

/** Files of a run directory that the executor writes and the agent reads. */
public final class RunFiles {

    /** Touched by executors where they run, again and again as long as they live. */
    public static final String SIGN_OF_LIFE = "alive";

    /** What the component measures while it runs: the {@code metrics} of {@code result.json}, as they are so far. */
    public static final String METRICS = "metrics.json";

    /** The directory of a program that the executor runs for its component; it may leave its own {@link #METRICS} there. */
    public static final String PROGRAM = "program";

    /** Beyond that what the component measures is told at its end only, in bytes. */
    public static final int MOST_METRICS = 256 * 1024;

    private RunFiles() {}
}
