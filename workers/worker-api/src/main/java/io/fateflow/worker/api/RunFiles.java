package io.fateflow.worker.api;

/** Files of a run directory by which agent, launcher and executor tell each other something. */
public final class RunFiles {

    /** Touched by executors where they run, again and again as long as they live. */
    public static final String SIGN_OF_LIFE = "alive";

    /** What the component measures while it runs: the {@code metrics} of {@code result.json}, as they are so far. */
    public static final String METRICS = "metrics.json";

    /** The directory of a program that the executor runs for its component; it may leave its own {@link #METRICS} there. */
    public static final String PROGRAM = "program";

    /** Which launcher and which executor have the run; made exclusively, so that there is one of each. */
    public static final String LAUNCH = "launch";

    /** What becomes {@link #LAUNCH} of an executor that was started before there was an attempt for it. */
    public static final String AHEAD = "ahead";

    /** Written by an executor that was started ahead, when it waits for its attempt. */
    public static final String READY = "ready";

    /** The command line of an executor that was started ahead, from its first argument on: a JSON array of texts. */
    public static final String ARGUMENTS = "arguments.json";

    /** Beyond that what the component measures is told at its end only, in bytes. */
    public static final int MOST_METRICS = 256 * 1024;

    private RunFiles() {}
}
