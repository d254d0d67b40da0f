package io.fateflow.engine.resource.queue;

/**
 * A queue as it is.
 *
 * @param isDefault whether jobs that name no queue are in it
 * @param changedBy the operator who has set it last; empty if it is as configured
 * @param used core milliseconds of leases that were given back, as they counted then
 * @param usedTime epoch milliseconds
 */
public record QueueRow(JobQueue queue, boolean isDefault, String changedBy, double used, long usedTime) {

    public String name() {
        return queue.name();
    }
}
