package io.fateflow.webapp.node;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether this server has seen the database without a break for long enough to say of others that they were silent. After
 * a break nobody could be heard, and everybody gets the time to speak again.
 */
final class Steadiness {

    private final long needed;
    private final LongSupplier nanos;
    private boolean seeing;
    private long since;
    private long last;

    Steadiness(Duration needed, LongSupplier nanos) {
        this.needed = needed.toNanos();
        this.nanos = nanos;
    }

    /** The database was seen now; returns whether it was for long enough. A pause of this process is a break, too. */
    synchronized boolean seen() {
        long now = nanos.getAsLong();
        if (!seeing || now - last > needed / 2) {
            seeing = true;
            since = now;
        }
        last = now;
        return now - since > needed;
    }

    /** The database was not seen; returns whether it was until now. */
    synchronized boolean lost() {
        boolean was = seeing;
        seeing = false;
        return was;
    }
}
