package io.fateflow.engine.simulation;

/** What goes wrong. */
enum Fault {
    REQUEST_LOST(1),
    ANSWER_LOST(1),
    /** The caller hears nothing, and the call arrives later, or after others. */
    DELAYED(0.5),
    TWICE(1),
    /** A copy arrives later, or after others. */
    LATE_COPY(0.5),
    /** Somebody on the way, or an older site, does not know the call. */
    REFUSED(0.1),
    /** A site reaches nobody for a while. */
    PARTITION(0.1),
    CRASH_BEFORE_COMMIT(0.5),
    CRASH_AFTER_COMMIT(0.5),
    /** After a crash all that was only in memory is gone; otherwise only what was under way. */
    RESTART(0.2),
    WORKER_DIES(1),
    /** Somebody suspends, or activates, the job's process instance in the engine. */
    INSTANCE_SUSPENDED(3),
    EXECUTOR_FAILS(1),
    /** A server of several stands still in a transaction, and is buried by the others; later it goes on. */
    STANDS_STILL(0.5),
    /** A site does for a while what it is asked, and answers too late. */
    SLOW(0.1),
    /** An executor leaves what can't be kept: seen before it becomes SQL, or by the database alone. */
    REPORT_REFUSED(0.5),
    /** A machine is never heard of again, with all that it runs; another of its name may join. */
    NODE_DIES(1),
    /** A machine has more of something, or less, or none. */
    NODE_CHANGES(3);

    private final double frequency;

    Fault(double frequency) {
        this.frequency = frequency;
    }

    double frequency() {
        return frequency;
    }
}
