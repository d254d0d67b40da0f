package io.fateflow.worker.component.binning;

/**
 * Bins that follow each other, on the way to an optimal binning.
 *
 * @param last the place of the last of them
 */
record Bucket(int last, long events, long nonEvents) {

    long size() {
        return events + nonEvents;
    }

    /** Whether it has events and others. */
    boolean isMixed() {
        return events > 0 && nonEvents > 0;
    }

    Bucket with(Bucket next) {
        return new Bucket(next.last, events + next.events, nonEvents + next.nonEvents);
    }
}
