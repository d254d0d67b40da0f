package io.fateflow.worker.exchange;

import java.io.IOException;
import java.io.OutputStream;

/** What is sent: writes the same bytes each time it is asked, for an attempt may have to be repeated. */
@FunctionalInterface
public interface Payload {

    /** Leaves {@code out} open. */
    void writeTo(OutputStream out) throws IOException;
}
