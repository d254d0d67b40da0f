package io.fateflow.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.transaction.TransactionSystemException;

/**
 * What a failure means that came from the database, on H2 and PostgreSQL alike. It is the only place that says so: steps of
 * the engine, answers to clients, reports of workers and the pool of connections all ask here.
 */
public enum DatabaseError {

    /**
     * The database is away, is going away, is busy, or takes nothing now: a broken connection, a lock, a deadlock, a
     * time-out, no more connections, read-only, a full disk. Repeating helps, and it never is anybody's failure.
     */
    TRANSIENT,

    /** The database refuses what it was given: too long, twice, of the wrong kind, not to be encoded. Repeating is vain. */
    DATA,

    /** Anything else, such as wrong SQL, and all that has nothing to do with a database. */
    BUG;

    /** What the driver says of an object that is closed has no state, or one that it shares with other things. */
    private static final String CLOSED = "closed";

    private static final String NOT_IN_STATE = "55000";

    /** Connection, transaction rollback, resources, operator intervention, errors of the system. */
    private static final Set<String> TRANSIENT_CLASSES = Set.of("08", "40", "53", "57", "58");

    /** Cardinality, data, integrity, a limit of the database. */
    private static final Set<String> DATA_CLASSES = Set.of("21", "22", "23", "54");

    /** Read-only; a transaction was idle or took too long; object in use, lock not available; time-outs. */
    private static final Set<String> TRANSIENT_STATES =
            Set.of("25006", "25P03", "25P04", "55006", "55P03", "HYT00", "HYT01");

    /**
     * H2: closed object, not allowed to open, IO errors, locked file, broken connection, read-only, closed, out of memory,
     * shutdown, concurrent update.
     */
    private static final Set<String> H2_STATES =
            Set.of("90007", "90020", "90028", "90031", "90067", "90097", "90098", "90108", "90121", "90131", "50200");

    /** Read-only: another server has taken this one's place. H2: broken, closed, read-only, shut down. */
    private static final Set<String> ENDS_CONNECTION = Set.of("25006", "90067", "90097", "90098", "90121");

    /** H2's file can't be written or read; it may not be on the class path. The state that comes with it says nothing. */
    private static final String H2_FILE = "org.h2.mvstore.MVStoreException";

    /** Only the engine's tables have foreign keys: they say nothing about what anybody handed in. */
    private static final Set<String> FOREIGN_KEYS = Set.of("23503", "23506");

    /** A constraint that was looked at when the transaction ended. */
    private static final String ROLLED_BACK_FOR_DATA = "40002";

    /** What a failure means, however it was wrapped, and whether or not its transaction could be rolled back. */
    public static DatabaseError of(Throwable failure) {
        DatabaseError worst = BUG;
        for (Throwable cause : all(failure)) {
            DatabaseError one = ofOne(cause);
            if (one == TRANSIENT) {
                return TRANSIENT;
            }
            worst = one == DATA ? DATA : worst;
        }
        return worst;
    }

    public static boolean isTransient(Throwable failure) {
        return of(failure) == TRANSIENT;
    }

    /** Whether the connection that said so is of no use any more, though the database may be back. */
    public static boolean endsConnection(SQLException failure) {
        return all(failure).stream()
                .anyMatch(cause -> cause.getClass().getName().equals(H2_FILE)
                        || (cause instanceof SQLException sql
                                && ENDS_CONNECTION.contains(String.valueOf(sql.getSQLState()))));
    }

    /** The state that says so, for a message; empty if no driver said one. It never quotes a value. */
    public static String state(Throwable failure) {
        return all(failure).stream()
                .filter(SQLException.class::isInstance)
                .map(cause -> String.valueOf(((SQLException) cause).getSQLState()))
                .filter(state -> !state.equals("null"))
                .findFirst()
                .orElse("");
    }

    private static DatabaseError ofOne(Throwable cause) {
        if (cause instanceof SQLException sql) {
            return ofSql(sql);
        }
        boolean isAway = cause.getClass().getName().equals(H2_FILE)
                || cause instanceof PessimisticLockingFailureException
                || cause instanceof RecoverableDataAccessException
                || cause instanceof DataAccessResourceFailureException;
        return isAway ? TRANSIENT : BUG;
    }

    private static DatabaseError ofSql(SQLException failure) {
        if (failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || failure instanceof SQLNonTransientConnectionException) {
            return TRANSIENT;
        }
        String state = failure.getSQLState();
        if (state == null || state.length() < 2 || state.equals(NOT_IN_STATE)) {
            return String.valueOf(failure.getMessage()).contains(CLOSED) ? TRANSIENT : BUG;
        }
        String category = state.substring(0, 2);
        if (state.equals(ROLLED_BACK_FOR_DATA) || (DATA_CLASSES.contains(category) && !FOREIGN_KEYS.contains(state))) {
            return DATA;
        }
        boolean isTransient =
                TRANSIENT_CLASSES.contains(category) || TRANSIENT_STATES.contains(state) || H2_STATES.contains(state);
        return isTransient ? TRANSIENT : BUG;
    }

    /** The failure with all that is behind it: causes, what was suppressed, batches, and what a failed rollback hides. */
    static List<Throwable> all(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> found = new ArrayList<>();
        Deque<Throwable> open = new ArrayDeque<>();
        open.add(failure);
        while (!open.isEmpty()) {
            Throwable next = open.remove();
            if (!seen.add(next)) {
                continue;
            }
            found.add(next);
            add(open, next.getCause());
            for (Throwable suppressed : next.getSuppressed()) {
                add(open, suppressed);
            }
            if (next instanceof SQLException sql) {
                add(open, sql.getNextException());
            }
            if (next instanceof TransactionSystemException transaction) {
                add(open, transaction.getApplicationException());
            }
        }
        return found;
    }

    private static void add(Deque<Throwable> open, @Nullable Throwable cause) {
        if (cause != null) {
            open.add(cause);
        }
    }
}
