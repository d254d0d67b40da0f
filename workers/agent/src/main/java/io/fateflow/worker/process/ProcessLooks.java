package io.fateflow.worker.process;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Looks at all processes of this machine. A look reads all of {@code /proc}; one serves all groups of a worker that ask what they use
 * at the same moment, as they do once a second.
 */
final class ProcessLooks {

    private static final Duration MOMENT = Duration.ofMillis(100);

    private final Supplier<List<ProcFs.Stat>> processes;
    private final LongSupplier nanos;
    private @Nullable Look last;

    ProcessLooks() {
        this(ProcFs::all, System::nanoTime);
    }

    /** @param nanos as {@link System#nanoTime} */
    ProcessLooks(Supplier<List<ProcFs.Stat>> processes, LongSupplier nanos) {
        this.processes = processes;
        this.nanos = nanos;
    }

    /**
     * What there was.
     *
     * @param begun by {@link System#nanoTime}
     */
    record Look(List<ProcFs.Stat> all, long begun) {

        private boolean isOlderThan(Look other) {
            return begun - other.begun < 0;
        }
    }

    /** What there is now. */
    Look now() {
        long begun = nanos.getAsLong();
        Look look = new Look(processes.get(), begun);
        synchronized (this) {
            if (last == null || last.isOlderThan(look)) {
                last = look;
            }
        }
        return look;
    }

    /**
     * What there was a moment ago.
     *
     * @param atLeast a look that the answer is not older than; null for any
     */
    Look lately(@Nullable Look atLeast) {
        Look found;
        synchronized (this) {
            found = last;
        }
        boolean serves = found != null
                && nanos.getAsLong() - found.begun() < MOMENT.toNanos()
                && (atLeast == null || !found.isOlderThan(atLeast));
        return serves && found != null ? found : now();
    }
}
