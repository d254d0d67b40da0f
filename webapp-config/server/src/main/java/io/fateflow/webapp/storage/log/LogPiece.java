package io.fateflow.webapp.storage.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** A part of a log that is in one place. */
interface LogPiece extends AutoCloseable {

    /** Tells it from others of its log, and stands in their order. */
    String ordinal();

    /** In bytes; what grows has at least so many. */
    long size();

    /** How many lines end in it; empty if somebody has to count. */
    OptionalLong lines();

    /** Reads it to its end; at most one stream of it is open. */
    InputStream open(long from) throws IOException;

    @Override
    void close() throws IOException;
}
