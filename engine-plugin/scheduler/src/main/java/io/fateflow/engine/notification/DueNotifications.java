package io.fateflow.engine.notification;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** The notifications of the site that are to be delivered, whichever of its servers does it. */
public interface DueNotifications {

    /**
     * Takes some for this server, oldest first.
     *
     * @param most how many
     * @param busy receivers that get no more at the moment
     */
    List<Taken> take(int most, Collection<String> busy);

    /** When the next one is due that is not yet, at the longest the given time from now. */
    Duration nextWithin(Duration longest);

    /** Writes down what became of a try, in one transaction with the next step of its process. */
    void tried(Taken taken, Delivery delivery);

    /**
     * One that this server delivers now.
     *
     * @param taskId of the engine
     */
    record Taken(String taskId, Notification notification) {}
}
