package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.util.Comparator;

import org.jspecify.annotations.Nullable;

/**
 * A job that waits for cores of this site, or is about to look for them.
 *
 * @param queue the one that it names; empty for the default queue
 * @param frontTime when an operator has moved it to the front, epoch milliseconds; 0 if nobody has
 * @param priority within its queue; higher is sooner
 * @param cores what it needs on this site in all
 * @param deadline when its time is over, epoch milliseconds; null if nobody knows
 * @param expected how long it will probably run, milliseconds; null if nobody knows
 * @param asleep whether it waits to be woken; not, if it is about to look
 * @param begun whether it holds something already, while parties on other sites are asked
 */
record WaitingJob(
        String jobId,
        String queue,
        long frontTime,
        int priority,
        long createTime,
        long waitSince,
        BigDecimal cores,
        @Nullable Long deadline,
        @Nullable Long expected,
        boolean asleep,
        boolean begun) {

    /** The order within a queue: what was moved to the front last, then by priority, then as they came. */
    static final Comparator<WaitingJob> ORDER = Comparator.comparingLong(WaitingJob::frontTime)
            .reversed()
            .thenComparing(Comparator.comparingInt(WaitingJob::priority).reversed())
            .thenComparingLong(WaitingJob::createTime)
            .thenComparing(WaitingJob::jobId);

    boolean atFront() {
        return frontTime > 0;
    }

    /**
     * When it has ended if it starts now, epoch milliseconds; the end of time if nobody knows.
     *
     * @param byEstimate whether what is only probable counts
     */
    long end(long now, boolean byEstimate) {
        long surely = deadline == null ? Long.MAX_VALUE : deadline;
        return byEstimate && expected != null ? Math.min(surely, now + expected) : surely;
    }

    /** Whether nothing but the time of their creation says which of two comes first. */
    boolean isPeerOf(WaitingJob other) {
        return queue.equals(other.queue) && priority == other.priority && !atFront() && !other.atFront();
    }

    WaitingJob in(String anotherQueue) {
        return new WaitingJob(
                jobId,
                anotherQueue,
                frontTime,
                priority,
                createTime,
                waitSince,
                cores,
                deadline,
                expected,
                asleep,
                begun);
    }
}
