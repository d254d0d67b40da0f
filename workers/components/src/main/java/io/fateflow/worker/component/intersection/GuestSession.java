package io.fateflow.worker.component.intersection;

import java.io.IOException;

/** The guest's side of a method, with one host. */
interface GuestSession {

    /** Sends what the host waits for. */
    void open() throws IOException, InterruptedException;

    /** Receives the host's answers. */
    Matches match() throws IOException, InterruptedException;
}
