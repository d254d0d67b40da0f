package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What may be granted beside the reservation of a starved job that does not fit now. Either it is so small that the starved
 * job fits beside it whoever else goes on, or its time is over soon: before the starved job could have its cores at the
 * latest, and within the time that a job may be passed anyway. So nobody puts the starved job off by more than that.
 *
 * @param small cores that it leaves to others whatever happens
 * @param endsBy epoch milliseconds
 */
record Backfill(BigDecimal small, long endsBy) {

    /**
     * Who holds cores, or is about to.
     *
     * @param deadline when its time is over, epoch milliseconds; null if nobody knows
     */
    record Holder(BigDecimal cores, @Nullable Long deadline) {

        private long end() {
            return deadline == null ? Long.MAX_VALUE : deadline;
        }
    }

    /**
     * Beside one that needs more than is free.
     *
     * @param wanted by the starved job
     * @param total of the engine
     * @param latest when whoever passes has to have ended, at the latest
     */
    static Backfill beside(BigDecimal wanted, BigDecimal total, BigDecimal free, List<Holder> holders, long latest) {
        BigDecimal rest = total.subtract(wanted);
        // whoever holds more than the rest has ended when the starved job starts; all others may go on beside it
        BigDecimal mayGoOn = holders.stream()
                .map(Holder::cores)
                .filter(cores -> cores.compareTo(rest) <= 0)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Backfill(
                rest.subtract(mayGoOn).max(BigDecimal.ZERO), Math.min(latest, servedBy(wanted, free, holders)));
    }

    /** When so many have to have ended that it fits; the end of time if that is not known. */
    private static long servedBy(BigDecimal wanted, BigDecimal free, List<Holder> holders) {
        BigDecimal then = free;
        for (Holder holder :
                holders.stream().sorted(Comparator.comparingLong(Holder::end)).toList()) {
            then = then.add(holder.cores());
            if (then.compareTo(wanted) >= 0) {
                return holder.end();
            }
        }
        return Long.MAX_VALUE;
    }

    /** Whether it is small enough. */
    boolean isSmall(BigDecimal cores) {
        return cores.compareTo(small) <= 0;
    }

    boolean allows(BigDecimal cores, @Nullable Long deadline) {
        return isSmall(cores) || (deadline != null && deadline <= endsBy);
    }

    /**
     * When somebody has passed who did not have to be small: it counts as any that holds cores.
     *
     * @param rest what the starved job leaves of all there is
     */
    Backfill afterPeer(BigDecimal cores, BigDecimal rest) {
        return cores.compareTo(rest) <= 0 ? new Backfill(small.subtract(cores).max(BigDecimal.ZERO), endsBy) : this;
    }

    /** When somebody has passed. */
    Backfill without(BigDecimal cores) {
        return isSmall(cores) ? new Backfill(small.subtract(cores), endsBy) : this;
    }
}
