package io.fateflow.webapp.database;

import io.fateflow.database.DatabaseError;
import io.fateflow.engine.executor.LostRace;

/** What callers are told when the database is away or busy, and will be back; what that is, {@link DatabaseError} knows. */
public final class DatabaseTrouble {

    /** When to ask again. */
    public static final int RETRY_AFTER_SECONDS = 5;

    /** For whoever has asked. */
    public static final String MESSAGE =
            "FFB-5103 The database does not answer now, or this server has more to ask of it than it has connections; jobs that run go on. Call again in "
                    + RETRY_AFTER_SECONDS
                    + " seconds; if it lasts, an operator looks at the database and at the server's log.";

    private DatabaseTrouble() {}

    /** Whether the same call may succeed later: somebody else holds what it needs, or the database is away. */
    public static boolean is(Throwable failure) {
        return DatabaseError.isTransient(failure) || LostRace.is(failure);
    }
}
