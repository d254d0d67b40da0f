package io.fateflow.worker.agent;

import java.time.Duration;

/** How the watching of an executor ended. */
sealed interface Ending {

    /** The exit code is on disk. */
    record Exited(int code) implements Ending {}

    /** It is gone, and nobody knows how. */
    record Lost(String why) implements Ending {}

    /** It took too long, and was stopped. */
    record TimedOut() implements Ending {}

    /** It gave no sign of life any more, and was stopped. */
    record Hung(Duration silence) implements Ending {}

    /** The server did not want it any more, and it was stopped. */
    record Unwanted() implements Ending {}
}
