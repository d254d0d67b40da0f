package io.fateflow.engine.task;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.fateflow.federation.status.TaskStatus;

/**
 * The rows of one attempt at all parties, as the current transaction has locked and left them: a step that gets them from the
 * one before need not read them again.
 *
 * @param rows ordered by party; empty for a component that has no attempt
 */
public record LockedAttempt(List<TaskRow> rows) {

    public LockedAttempt {
        rows = List.copyOf(rows);
    }

    /** The row of one party. */
    public Optional<TaskRow> of(TaskKey key) {
        return rows.stream().filter(row -> row.key().equals(key)).findFirst();
    }

    /** With one party's row as it is now. */
    public LockedAttempt with(TaskRow now) {
        return each(row -> row.key().equals(now.key()) ? now : row);
    }

    /** After its federated status was set, where the table allows it. */
    public LockedAttempt decided(TaskStatus status) {
        return each(row -> TaskStatus.transitions().allows(row.status(), status) ? row.with(status) : row);
    }

    private LockedAttempt each(UnaryOperator<TaskRow> change) {
        return new LockedAttempt(rows.stream().map(change).toList());
    }
}
