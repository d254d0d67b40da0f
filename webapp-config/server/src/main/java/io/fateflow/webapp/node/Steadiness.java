package io.fateflow.webapp.node;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether this server has seen the database without a break for long enough to say of others that they were silent. After
 * a break nobody could be heard, and everybody gets the time to speak again.
 */
final class Steadiness {

    private final long needed;
    private final long longestBreak;
    private final LongSupplier nanos;
    private boolean seeing;
    private long since;
    private long last;

    /**
     * Makes it.
     *
     * @param longest the longest silence that is judged: for so long the database must have been seen
     * @param shortest the shortest one: somebody who has just spoken is not as silent as that after half of it, whatever
     *     stood still
     * @param rhythm how often the database is looked at: a single look that comes late is no break, however short the
     *     silences are
     */
    Steadiness(Duration longest, Duration shortest, Duration rhythm, LongSupplier nanos) {
        this.needed = longest.toNanos();
        this.longestBreak = Math.max(shortest.toNanos() / 2, 2 * rhythm.toNanos());
        this.nanos = nanos;
    }

    /** The database was seen now. A pause of this process is a break, too. */
    synchronized void seen() {
        long now = nanos.getAsLong();
        if (!seeing || now - last > longestBreak) {
            seeing = true;
            since = now;
        }
        last = now;
    }

    /** The database was not seen; returns whether it was until now. */
    synchronized boolean lost() {
        boolean was = seeing;
        seeing = false;
        return was;
    }

    /**
     * Whether it is so now. What was read of the others before this was asked may be judged: if all stood still until then,
     * and this server's heart has not noticed yet, it is not so.
     */
    synchronized boolean holds() {
        long now = nanos.getAsLong();
        return seeing && now - last <= longestBreak && now - since > needed;
    }
}
