package io.fateflow.webapp.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** Tells a database that is away, and will be back, from everything else that may be wrong. */
public final class DatabaseTrouble {

    /** When to ask again. */
    public static final int RETRY_AFTER_SECONDS = 5;

    /** For whoever has asked. */
    public static final String MESSAGE =
            "FFB-5103 The database does not answer now; jobs that run go on. Call again in " + RETRY_AFTER_SECONDS
                    + " seconds; if it lasts, an operator looks at the database and at the server's log.";

    private static final String CONNECTION = "08";

    /** PostgreSQL shuts down, has crashed, or starts up; H2 has closed the database. */
    private static final Set<String> DOWN = Set.of("57P01", "57P02", "57P03", "90098", "90121");

    private DatabaseTrouble() {}

    /** The engine and Spring wrap what the driver throws, so only the causes tell. */
    public static boolean is(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientConnectionException
                    || cause instanceof SQLRecoverableException
                    || (cause instanceof SQLException sql && isAway(String.valueOf(sql.getSQLState())))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAway(String state) {
        return state.startsWith(CONNECTION) || DOWN.contains(state);
    }
}
