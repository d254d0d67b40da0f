package io.fateflow.worker.runtime;

import java.time.Duration;

/** How the run of an executor ended. */
public sealed interface Ending {

    /**
     * It ended by itself, or somebody killed it.
     *
     * @param code as a shell has it: above 128 for a signal
     * @param killedForMemory it was killed because there was no memory left for it
     */
    record Exited(int code, boolean killedForMemory) implements Ending {}

    /** It is gone, and nobody knows how. */
    record Lost(String why) implements Ending {}

    /** It took too long, and was stopped. */
    record TimedOut() implements Ending {}

    /** It gave no sign of life any more, and was stopped. */
    record Hung(Duration silence) implements Ending {}

    /**
     * It used more memory than it may, and was stopped.
     *
     * @param used bytes
     */
    record TooLarge(long used) implements Ending {}

    /** The server did not want it any more, and it was stopped. */
    record Unwanted() implements Ending {}
}
