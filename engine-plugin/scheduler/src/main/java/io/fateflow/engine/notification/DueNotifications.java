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

    /**
     * How long it is until one is due, at the longest the given time: nothing if one is due now, as it may have become since
     * {@link #take} found none.
     *
     * @param busy receivers that get no more at the moment
     */
    Duration nextWithin(Duration longest, Collection<String> busy);

    /** Writes down what became of a try, in one transaction with the next step of its process. */
    void tried(Taken taken, Delivery delivery);

    /**
     * One that this server delivers now.
     *
     * @param taskId of the engine
     */
    record Taken(String taskId, Notification notification) {}
}
