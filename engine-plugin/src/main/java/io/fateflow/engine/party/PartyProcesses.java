package io.fateflow.engine.party;

import io.fateflow.engine.lifecycle.TaskStatus;
import io.fateflow.engine.task.TaskKey;

/** The party's own processes, as the engine runs them. */
public interface PartyProcesses {

    /**
     * Starts {@code fate-party-task} up to its first wait state.
     *
     * @return the instance's id
     */
    String start(TaskKey key);

    /** Sends {@code stop task} to a waiting instance. */
    void stop(String instanceId, TaskStatus status, String why);

    /** Sends {@code party resources released} to an instance that waits for them. */
    void resourcesReleased(String instanceId);
}
