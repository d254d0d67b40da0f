package io.fateflow.federation.status;

/** A task's status: the federated one, and the one of a single party. */
public enum TaskStatus implements Status {
    WAITING,
    RUNNING,
    CANCELED,
    TIMEOUT,
    FAILED,
    PASS,
    SUCCESS;

    private static final TransitionTable<TaskStatus> TRANSITIONS = TransitionTable.named("task", TaskStatus.class)
            .from(WAITING, RUNNING, SUCCESS, PASS)
            .from(RUNNING, CANCELED, TIMEOUT, FAILED, PASS, SUCCESS)
            .from(CANCELED, WAITING)
            .from(TIMEOUT, FAILED, SUCCESS)
            .build();

    /** FATE's transition table for tasks; the same for both statuses. */
    public static TransitionTable<TaskStatus> transitions() {
        return TRANSITIONS;
    }

    /** @throws IllegalArgumentException if FATE has no such task status */
    public static TaskStatus of(String wire) {
        return StatusNames.of(TaskStatus.class, "task", wire);
    }
}
