package io.fateflow.worker.agent;

import io.fateflow.worker.runtime.ExecutorLimits;

/**
 * What is said of an executor that had too little memory.
 *
 * @param limit bytes; 0 if nobody has set one
 * @param peak the most that it was seen to use, in bytes; 0 if nobody knows
 */
record MemoryShortage(long limit, long peak) {

    static final String ID = "FFB-5240 ";

    private static final long STEP = 64L * 1024 * 1024;

    /** @param exitCode of an executor that ended by itself */
    String ranOut(int exitCode) {
        return "ran out of memory (exit code %d): %s%s".formatted(exitCode, limited(), peaked());
    }

    /** @param used when it was stopped, in bytes */
    String wasStopped(long used) {
        return "was stopped: it used %s of memory, %s%s".formatted(ExecutorLimits.megabytes(used), limited(), peaked());
    }

    private String limited() {
        return limit == 0
                ? "no memory was asked for it, so it had what its command and the machine allow"
                : "it may use %s, as was asked for it".formatted(ExecutorLimits.megabytes(limit));
    }

    private String peaked() {
        return peak == 0 ? "" : "; its peak was " + ExecutorLimits.megabytes(peak);
    }

    /** Half as much again, in steps: whoever follows it should not be here once more. */
    String remedy(String component) {
        long more = (Math.max(limit, peak) * 3 / 2 + STEP) / STEP * STEP;
        return "ask for more, such as {\"%s\": {\"resources\": {\"memory\": \"%s\"}}} in component_parameters, or \"auto\" for what such components have used; or give it less data; then run the job again"
                .formatted(component, ExecutorLimits.megabytes(more).replace(" ", ""));
    }
}
