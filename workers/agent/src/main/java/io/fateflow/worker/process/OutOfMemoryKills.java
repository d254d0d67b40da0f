package io.fateflow.worker.process;

/**
 * Tells a process that the kernel killed for want of memory from one that somebody killed: both end with signal 9.
 *
 * @param before how many the kernel had killed at the start; -1 if unknown
 */
public record OutOfMemoryKills(long before) {

    public static OutOfMemoryKills untilNow() {
        return new OutOfMemoryKills(ProcFs.outOfMemoryKills().orElse(-1L));
    }

    /** Without a count at the start there is no evidence. */
    public static OutOfMemoryKills unknown() {
        return new OutOfMemoryKills(-1);
    }

    public boolean haveIncreased() {
        return before >= 0 && ProcFs.outOfMemoryKills().orElse(before) > before;
    }
}
