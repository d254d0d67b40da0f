package io.fateflow.engine.task;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Rows that the current transaction has locked and not changed since: nobody else can change them, so the next step of
 * the same transaction need not read them again.
 */
final class LockedRows {

    private final Map<String, List<TaskRow>> rows = new HashMap<>();

    private LockedRows() {}

    static List<TaskRow> of(String key, Supplier<List<TaskRow>> read) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            return read.get();
        }
        LockedRows current = current();
        if (current == null) {
            current = new LockedRows();
            TransactionSynchronizationManager.bindResource(LockedRows.class, current);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    TransactionSynchronizationManager.unbindResourceIfPossible(LockedRows.class);
                }
            });
        }
        return current.rows.computeIfAbsent(key, missing -> read.get());
    }

    /** A row is about to be changed: what was read is read again when it is needed. */
    static void changed() {
        LockedRows current = current();
        if (current != null) {
            current.rows.clear();
        }
    }

    private static @Nullable LockedRows current() {
        return (LockedRows) TransactionSynchronizationManager.getResource(LockedRows.class);
    }
}
