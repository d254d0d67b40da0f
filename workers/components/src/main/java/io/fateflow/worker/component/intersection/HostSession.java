package io.fateflow.worker.component.intersection;

import java.io.IOException;

/** A host's side of a method. */
interface HostSession {

    /** Sends this host's ids, and encrypts the guest's. */
    SentIds run() throws IOException, InterruptedException;
}
