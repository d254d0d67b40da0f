package io.fateflow.engine.resource.queue;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * The queues that the configuration has.
 *
 * @param defaultQueue of jobs that name none, and of other sites' jobs
 * @param queues by name; the default queue is one of them
 * @param accounts the queue of jobs that name none, by who submits them
 * @param halfLife after which what a queue has used counts half
 */
public record QueueSettings(
        String defaultQueue, Map<String, JobQueue> queues, Map<String, String> accounts, Duration halfLife) {

    private static final String DEFAULT = "default";

    /** @throws InvalidQueueException if an account has a queue that is not there, or the half-life is no time */
    public QueueSettings {
        Map<String, JobQueue> all = new TreeMap<>(queues);
        all.computeIfAbsent(defaultQueue, JobQueue::named);
        queues = Map.copyOf(all);
        accounts = Map.copyOf(accounts);
        if (halfLife.isNegative() || halfLife.isZero()) {
            throw new InvalidQueueException("the half-life of what queues have used is more than 0, not " + halfLife);
        }
        accounts.forEach((account, queue) -> {
            if (!all.containsKey(queue)) {
                throw new InvalidQueueException("the account %s is to use the queue %s, and there are %s"
                        .formatted(account, queue, all.keySet()));
            }
        });
    }

    /** One queue, in which all jobs are. */
    public static QueueSettings none() {
        return new QueueSettings(DEFAULT, Map.of(), Map.of(), Duration.ofHours(1));
    }

    /** The queue of a job that names none; empty for the default queue, whichever that is. */
    public String queueOf(String account) {
        return accounts.getOrDefault(account, "");
    }
}
