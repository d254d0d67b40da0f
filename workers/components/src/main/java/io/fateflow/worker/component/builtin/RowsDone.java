package io.fateflow.worker.component.builtin;

import java.util.function.IntConsumer;

/** Says how far a loop over rows is, once for each percent. */
final class RowsDone {

    private static final int END = 100;

    private final long rows;
    private final int from;
    private final IntConsumer percent;
    private long done;
    private int said;

    /** @param from what was reached before the first row */
    RowsDone(long rows, int from, IntConsumer percent) {
        this.rows = Math.max(1, rows);
        this.from = from;
        this.said = from;
        this.percent = percent;
    }

    void another() {
        done++;
        int now = from + (int) (Math.min(done, rows) * (END - from) / rows);
        if (now > said && now < END) {
            said = now;
            percent.accept(now);
        }
    }
}
