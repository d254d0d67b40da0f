package io.fateflow.worker.component.intersection;

import java.io.IOException;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The guest's side of a method, with one host. */
interface GuestSession {

    /** Gets to know the host's key, if the method has one that the guest needs. */
    void meet() throws IOException, InterruptedException;

    /** What makes the same session again later, with a host that does so too; a secret of this party. */
    ObjectNode key();

    /** Receives the host's ids. */
    HostIds hostIds() throws IOException, InterruptedException;

    /** Sends this party's ids, for the host to answer. */
    void ask() throws IOException, InterruptedException;

    /** Receives the host's answers. */
    Matches match(HostIds hostIds) throws IOException, InterruptedException;
}
