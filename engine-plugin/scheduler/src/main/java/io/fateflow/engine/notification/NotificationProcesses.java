package io.fateflow.engine.notification;

import java.time.Duration;

/** The processes of notifications, as the engine runs them; each is part of the caller's transaction. */
public interface NotificationProcesses {

    /**
     * Starts {@code fate-notify}, which delivers after the commit.
     *
     * @return the instance's id
     */
    String startNotification(String jobId, NotifiedEvent event, String receiver);

    /** Starts {@code fate-long-wait}, which looks then whether the job still waits. */
    void startLongWait(String jobId, Duration after);
}
