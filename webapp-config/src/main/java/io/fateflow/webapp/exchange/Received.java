package io.fateflow.webapp.exchange;

import java.nio.file.Path;

/** What became of waiting for data. */
public sealed interface Received {

    /** It is there, complete. */
    record Available(Path file) implements Received {}

    /** The time was up; ask again. */
    record NotYet() implements Received {}

    /** The task has ended: it will never come. */
    record Gone(String reason) implements Received {}
}
