package io.fateflow.federation.status;

/** A job's status at one party, as FATE clients know it. */
public enum JobStatus implements Status {
    READY,
    WAITING,
    RUNNING,
    CANCELED,
    TIMEOUT,
    FAILED,
    PASS,
    SUCCESS;

    private static final TransitionTable<JobStatus> TRANSITIONS = TransitionTable.named("job", JobStatus.class)
            .from(READY, WAITING, CANCELED, TIMEOUT, FAILED)
            .from(WAITING, RUNNING, CANCELED, TIMEOUT, FAILED, SUCCESS, PASS)
            .from(RUNNING, CANCELED, TIMEOUT, FAILED, SUCCESS)
            .from(CANCELED, WAITING)
            .from(TIMEOUT, FAILED, SUCCESS, WAITING)
            .from(FAILED, WAITING)
            .from(SUCCESS, WAITING)
            .build();

    /** FATE's transition table for jobs. */
    public static TransitionTable<JobStatus> transitions() {
        return TRANSITIONS;
    }

    /** @throws IllegalArgumentException if FATE has no such job status */
    public static JobStatus of(String wire) {
        return StatusNames.of(JobStatus.class, "job", wire);
    }
}
