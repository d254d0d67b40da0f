package io.fateflow.engine.party;

import io.fateflow.engine.task.LockedAttempt;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.federation.status.TaskStatus;

/** The party's own processes, as the engine runs them. */
public interface PartyProcesses {

    /** Starts {@code fate-party-task} for an attempt, up to its first wait state. */
    void start(TaskKey key);

    /** As {@link #start(TaskKey)}, for an attempt whose rows are locked. */
    void start(TaskKey key, LockedAttempt attempt);

    /** Whether an attempt's process has been started and has not ended. */
    boolean isUnderWay(TaskKey key);

    /** Sends {@code stop task} to an attempt's process, if there is one. */
    void stop(TaskKey key, TaskStatus status, String why);

    /** Sends {@code party resources released} to an attempt's process, if it waits for them. */
    void resourcesReleased(TaskKey key);
}
