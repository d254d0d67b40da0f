package io.fateflow.worker.api;

/**
 * How much of a component's checkpoints an attempt's result may have. FATE's manager of checkpoints knows such a limit
 * ({@code max_to_keep}), and gives the oldest up; its executors set none.
 */
public final class CheckpointLimits {

    /** As many as are kept. */
    public static final int MOST = 100;

    /** So many characters the JSON of all of them has. */
    public static final int MOST_CHARACTERS = 16 * 1024 * 1024;

    private CheckpointLimits() {}
}
