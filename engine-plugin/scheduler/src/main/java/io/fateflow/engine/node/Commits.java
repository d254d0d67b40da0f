package io.fateflow.engine.node;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.BatchPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ParameterizedPreparedStatementSetter;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells who listens that rows of the scheduler were committed on this node, whichever they are. What only reads, and the
 * engine's own housekeeping, is not told.
 */
public final class Commits {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Has somebody told, on the thread that committed: it must be quick, and must not throw. */
    public void onCommit(Runnable listener) {
        listeners.add(listener);
    }

    /** A template whose writes are told. */
    public JdbcTemplate watched(DataSource dataSource) {
        return new Watched(dataSource);
    }

    private void written() {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            tell();
        } else if (!TransactionSynchronizationManager.hasResource(this)) {
            TransactionSynchronizationManager.bindResource(this, true);
            TransactionSynchronizationManager.registerSynchronization(new Ending());
        }
    }

    private void tell() {
        listeners.forEach(Runnable::run);
    }

    /** One a transaction, however much it writes. */
    private final class Ending implements TransactionSynchronization {

        @Override
        public void afterCommit() {
            tell();
        }

        @Override
        public void suspend() {
            TransactionSynchronizationManager.unbindResourceIfPossible(Commits.this);
        }

        @Override
        public void resume() {
            TransactionSynchronizationManager.bindResource(Commits.this, true);
        }

        @Override
        public void afterCompletion(int status) {
            TransactionSynchronizationManager.unbindResourceIfPossible(Commits.this);
        }
    }

    private final class Watched extends JdbcTemplate {

        Watched(DataSource dataSource) {
            super(dataSource);
        }

        @Override
        public int update(String sql) throws DataAccessException {
            return told(super.update(sql));
        }

        @Override
        protected int update(PreparedStatementCreator creator, @Nullable PreparedStatementSetter setter)
                throws DataAccessException {
            return told(super.update(creator, setter));
        }

        @Override
        public int[] batchUpdate(String sql, BatchPreparedStatementSetter setter) throws DataAccessException {
            int[] changed = super.batchUpdate(sql, setter);
            written();
            return changed;
        }

        @Override
        public <T> int[][] batchUpdate(
                String sql, Collection<T> arguments, int size, ParameterizedPreparedStatementSetter<T> setter)
                throws DataAccessException {
            int[][] changed = super.batchUpdate(sql, arguments, size, setter);
            written();
            return changed;
        }

        /** What changed nothing is no news. */
        private int told(int changed) {
            if (changed > 0) {
                written();
            }
            return changed;
        }
    }
}
