package io.fateflow.worker.component.intersection;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A host's side of a method. */
interface HostSession {

    /** Sends this host's ids. */
    SentIds send() throws IOException, InterruptedException;

    /** What makes the same session again later; a secret of this party. */
    ObjectNode key();

    /** Encrypts the guest's ids. */
    void answer() throws IOException, InterruptedException;
}
