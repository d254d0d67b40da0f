package io.fateflow.worker.api;

/** Files of a run directory that the executor writes and the agent reads. */
public final class RunFiles {

    /** Touched by executors where they run, again and again as long as they live. */
    public static final String SIGN_OF_LIFE = "alive";

    private RunFiles() {}
}
