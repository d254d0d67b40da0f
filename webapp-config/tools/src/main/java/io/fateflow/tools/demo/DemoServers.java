package io.fateflow.tools.demo;

import java.util.List;

/** The running servers of a demo. */
public interface DemoServers extends AutoCloseable {

    /** The initiator's first. */
    List<DemoServer> servers();

    /** Stays with the servers; the exit code, or that they keep the program alive by themselves. */
    int stay() throws InterruptedException;

    /** Ends them. */
    @Override
    void close();
}
