package io.fateflow.worker.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.process.NetworkNamespace;
import io.fateflow.worker.process.ProcessIdentity;

/** The network of one executor, with the worker's gate in it; without a gate there is no way out. */
final class OwnNetwork implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OwnNetwork.class);

    private final List<URI> servers;
    private @Nullable ExchangeGate gate;
    private boolean closed;

    /** @param servers that the gate leads to */
    OwnNetwork(List<URI> servers) {
        this.servers = servers;
    }

    private record Begun(ExchangeGate gate, Process process) {}

    /** Starts something in a new network. */
    synchronized Process start(NetworkNamespace.Work<Process> begin) throws IOException {
        Begun begun = NetworkNamespace.inNew(() -> {
            ExchangeGate opened = ExchangeGate.open(servers);
            try {
                return new Begun(opened, begin.run());
            } catch (IOException e) {
                opened.close();
                throw e;
            }
        });
        gate = begun.gate().start();
        return begun.process();
    }

    /**
     * Opens the gate in the network of an executor that an earlier worker has started; to be called until it could.
     *
     * @param launcher of the executor, in its network
     */
    synchronized void reopen(Optional<ProcessIdentity> launcher) {
        if (gate != null || closed || launcher.isEmpty() || !launcher.get().isAlive()) {
            return;
        }
        long pid = launcher.get().pid();
        try {
            if (network(Long.toString(pid)).equals(network("self"))) {
                return;
            }
            gate = NetworkNamespace.of(pid, () -> ExchangeGate.open(servers)).start();
        } catch (IOException e) {
            log.warn("the executor of process {} does not reach the exchange yet: {}", pid, e.getMessage());
        }
    }

    private static Path network(String process) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", process, "ns/net"));
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (gate != null) {
            gate.close();
            gate = null;
        }
    }
}
