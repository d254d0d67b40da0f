package io.fateflow.tools.client;

/** What commands that call a server end with; docs/clients.md has the list. */
final class ExitCodes {

    static final int SUCCESS = 0;

    /** A job that was waited for has ended in another way. */
    static final int JOB_FAILED = 1;

    /** Wrong options, profiles or files: nothing was called. */
    static final int USAGE = 2;

    /** The server can't be reached, or does not let the caller in. */
    static final int NO_SERVER = 3;

    /** The server has understood, and says no. */
    static final int REFUSED = 4;

    /** Whoever read the results has ended; shells say the same of programs that the closed pipe has ended. */
    static final int READER_GONE = 141;

    private ExitCodes() {}
}
