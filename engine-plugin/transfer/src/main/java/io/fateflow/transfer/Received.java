package io.fateflow.transfer;

import java.nio.file.Path;

/** What became of waiting for data. */
public sealed interface Received {

    /** It is there, complete. */
    record Available(Path file) implements Received {}

    /** The time was up; ask again. */
    record NotYet() implements Received {}

    /** The task has ended: it will never come. */
    record Gone(String reason) implements Received {}

    /** The attempt is lost, since something in it can't be delivered. */
    record Failed(String reason) implements Received {}
}
