package io.fateflow.database;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.TransactionSystemException;

import static org.assertj.core.api.Assertions.assertThat;

final class DatabaseErrorTest {

    /** Of PostgreSQL and H2: connection, read-only, races, resources, locks, time-outs, shutdown, IO, closed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "08001", "08003", "08006", "08P01", "25006", "25P03", "25P04", "40001", "40P01", "53100", "53200",
                "53300", "55006", "55P03", "57014", "57P01", "57P02", "57P03", "57P05", "58030", "HYT00", "90007",
                "90020", "90028", "90031", "90067", "90097", "90098", "90121", "90131"
            })
    void whatPassesIsTransient(String state) {
        assertThat(DatabaseError.of(wrapped(new SQLException("it says", state))))
                .isEqualTo(DatabaseError.TRANSIENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"21000", "22001", "22003", "22021", "22P05", "23502", "23505", "23514", "40002", "54000"})
    void whatIsRefusedIsData(String state) {
        assertThat(DatabaseError.of(wrapped(new SQLException("it says", state))))
                .isEqualTo(DatabaseError.DATA);
    }

    /** Wrong SQL, a transaction that somebody has spoilt, and the engine's foreign keys. */
    @ParameterizedTest
    @ValueSource(strings = {"42601", "42P01", "42501", "25P02", "55000", "23503", "23506", "XX000", "0A000"})
    void theRestIsABug(String state) {
        assertThat(DatabaseError.of(wrapped(new SQLException("it says", state))))
                .isEqualTo(DatabaseError.BUG);
    }

    @Test
    void aFailureWithoutADatabaseIsABug() {
        assertThat(DatabaseError.of(new IllegalStateException("this channel is closed")))
                .isEqualTo(DatabaseError.BUG);
    }

    /** The pool and the drivers say so of what the connection's end has closed. */
    @Test
    void aClosedConnectionWithoutAStateIsTransient() {
        assertThat(DatabaseError.of(new SQLException("Connection is closed"))).isEqualTo(DatabaseError.TRANSIENT);
        assertThat(DatabaseError.of(new SQLException("This statement has been closed.", "55000")))
                .isEqualTo(DatabaseError.TRANSIENT);
        assertThat(DatabaseError.of(new SQLException("Cannot find out"))).isEqualTo(DatabaseError.BUG);
    }

    @Test
    void aPoolWithoutAConnectionIsTransientWhateverTheReason() {
        SQLException why = new SQLException("password authentication failed", "28P01");

        assertThat(DatabaseError.of(
                        new CannotGetJdbcConnectionException("none", new SQLTransientConnectionException("x", why))))
                .isEqualTo(DatabaseError.TRANSIENT);
    }

    /** The rollback's own failure takes the place of the first one, which says more. */
    @Test
    void aRollbackThatFailedDoesNotHideTheReason() {
        TransactionSystemException hidden =
                new TransactionSystemException("Could not roll back", new IllegalStateException());
        hidden.initApplicationException(wrapped(new SQLException("terminating connection", "57P01")));
        TransactionSystemException alone =
                new TransactionSystemException("Could not roll back", new SQLException("Connection is closed"));
        alone.initApplicationException(new IllegalStateException("the step"));
        TransactionSystemException both =
                new TransactionSystemException("Could not roll back", new SQLException("Connection is closed"));
        both.initApplicationException(wrapped(new SQLException("too long", "22001")));

        assertThat(DatabaseError.of(hidden)).isEqualTo(DatabaseError.TRANSIENT);
        assertThat(DatabaseError.of(alone)).isEqualTo(DatabaseError.TRANSIENT);
        assertThat(DatabaseError.of(both)).isEqualTo(DatabaseError.TRANSIENT);
    }

    @Test
    void whatStandsBehindABatchOrWasSuppressedIsSeen() {
        BatchUpdateException batch = new BatchUpdateException("Batch entry 0", "XX000", new int[0]);
        batch.setNextException(new SQLException("too long", "22001"));
        IllegalStateException closing = new IllegalStateException("the step");
        closing.addSuppressed(new SQLException("broken pipe", "08006"));

        assertThat(DatabaseError.of(batch)).isEqualTo(DatabaseError.DATA);
        assertThat(DatabaseError.of(closing)).isEqualTo(DatabaseError.TRANSIENT);
        assertThat(DatabaseError.state(wrapped(batch))).isEqualTo("XX000");
    }

    @Test
    void aRaceThatSpringSawIsTransient() {
        assertThat(DatabaseError.of(
                        new CannotAcquireLockException("created twice", new SQLException("twice", "23505"))))
                .isEqualTo(DatabaseError.TRANSIENT);
    }

    /** A full disk; the next statements find it closed. */
    @Test
    void aFileThatH2CanNotWriteIsTransient() {
        SQLException full = new SQLException(
                "General error", "HY000", new MVStoreException(DataUtils.ERROR_WRITING_FAILED, "Writing failed"));

        assertThat(DatabaseError.of(wrapped(full))).isEqualTo(DatabaseError.TRANSIENT);
    }

    @Test
    void causesThatGoInACircleEnd() {
        IllegalStateException one = new IllegalStateException();
        IllegalStateException two = new IllegalStateException(one);
        one.initCause(two);

        assertThat(DatabaseError.of(one)).isEqualTo(DatabaseError.BUG);
    }

    private static RuntimeException wrapped(SQLException failure) {
        return new IllegalStateException("the engine", new IllegalArgumentException("MyBatis", failure));
    }
}
