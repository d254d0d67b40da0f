package io.fateflow.worker.api;

import java.util.Locale;

/** Why an executor ended, and what whoever reads that may do about it. */
public enum ExitReason {
    /** By itself, with an exit code. */
    EXITED(
            "correct what the message names: the component's parameters, its input data, or its program; then run the job"
                    + " again"),

    /** By itself: what the user gave can't be right, and another attempt would end in the same way. */
    INVALID_INPUT("correct what the message names, and run the job again; it was not tried again, for that would end in"
            + " the same way"),

    /** By somebody else's signal. */
    SIGNAL(
            "find out who ended the process on that machine: an operator, a resource limit, or a shutdown; then run the job"
                    + " again"),

    /** It needed more than it may have, or than there is: stopped by its worker, by the system, or by itself. */
    OUT_OF_MEMORY("ask for more memory in the component's resources, or give it less data; then run the job again"),

    /** Stopped by its worker: {@code task_conf.<component>.timeout}. */
    TIMEOUT("raise the component's timeout in task_conf, or give it less data or more cores"),

    /** Stopped by its worker, because it gave no sign of life any more. */
    HUNG("look in the component's log where it stood still, and whether the machine has memory and disk left; a long"
            + " pause is allowed with a longer fate.worker.longest-silence"),

    /** It could not write, or nothing could be written for it. */
    DISK_FULL("free space on the disk that the message names, or move fate.home to a larger one; then run the job"
            + " again"),

    /** Gone, and nobody knows how. */
    LOST("look whether that machine was restarted, or the process killed; then run the job again"),

    /** The server can do nothing with what it left. */
    RESULT_REFUSED(
            "correct what the component leaves in its result.json, as the message names it; then run the job again"),

    NOT_STARTED("correct the worker's settings, or what the message names; then run the job again");

    private final String hint;

    ExitReason(String hint) {
        this.hint = hint;
    }

    /** In one word, as {@link ExecutorReport#exitReason()}. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String hint() {
        return hint;
    }
}
