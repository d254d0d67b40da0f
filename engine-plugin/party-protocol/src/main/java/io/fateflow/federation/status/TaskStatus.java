package io.fateflow.federation.status;

import java.util.Locale;

/** A task's status: the federated one, and the one of a single party. */
public enum TaskStatus {
    WAITING(false),
    RUNNING(false),
    CANCELED(true),
    TIMEOUT(true),
    FAILED(true),
    PASS(true),
    SUCCESS(true);

    private static final TransitionTable<TaskStatus> TRANSITIONS = TransitionTable.named("task", TaskStatus.class)
            .from(WAITING, RUNNING, SUCCESS, PASS)
            .from(RUNNING, CANCELED, TIMEOUT, FAILED, PASS, SUCCESS)
            .from(CANCELED, WAITING)
            .from(TIMEOUT, FAILED, SUCCESS)
            .build();

    private final boolean end;

    TaskStatus(boolean end) {
        this.end = end;
    }

    /** FATE's transition table for tasks; the same for both statuses. */
    public static TransitionTable<TaskStatus> transitions() {
        return TRANSITIONS;
    }

    /** @throws IllegalArgumentException if FATE has no such task status */
    public static TaskStatus of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether nothing runs any more. */
    public boolean isEnd() {
        return end;
    }

    /** Whether dependent components may start. */
    public boolean isSuccess() {
        return this == PASS || this == SUCCESS;
    }
}
