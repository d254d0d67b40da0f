package io.fateflow.webapp.api;

/** FATE Flow's return codes. */
public final class Retcode {

    public static final int SUCCESS = 0;

    /** Anything unexpected, and many refusals. */
    public static final int EXCEPTION_ERROR = 100;

    /** Missing arguments; in some calls: nothing found. */
    public static final int ARGUMENT_ERROR = 101;

    /** An unknown job. */
    public static final int DATA_ERROR = 102;

    /** A job could not be submitted or stopped. */
    public static final int OPERATING_ERROR = 103;

    private Retcode() {}
}
