package io.fateflow.worker.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.run.ExecutorUser;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.Launch;

/** Starts executors as users of their own, and keeps the gates of their networks. */
final class OwnUsers implements AutoCloseable {

    private static final String SCRIPT = script();

    private final Launcher launcher;
    private final boolean network;
    private final List<URI> servers;
    private final Set<OwnNetwork> open = ConcurrentHashMap.newKeySet();

    /**
     * Starts nothing yet.
     *
     * @param network whether an executor has a network of its own
     * @param servers to whose exchange the gates lead
     */
    OwnUsers(Launcher launcher, boolean network, List<URI> servers) {
        this.launcher = launcher;
        this.network = network;
        this.servers = List.copyOf(servers);
    }

    OwnNetwork network() {
        OwnNetwork own = new OwnNetwork(servers);
        open.add(own);
        return own;
    }

    Process start(Launch launch, ExecutorUser user, OwnNetwork own) throws IOException {
        RunDirectory run = launch.run();
        List<String> line = line(user.id(), user.home(), launch.command());
        return network
                ? own.start(
                        () -> launcher.start(run.path(), run.standardLog(), run.workerId(), line, launch.environment()))
                : launcher.start(run.path(), run.standardLog(), run.workerId(), line, launch.environment());
    }

    void forget(OwnNetwork ended) {
        ended.close();
        open.remove(ended);
    }

    @Override
    public void close() {
        open.forEach(OwnNetwork::close);
    }

    /** What makes a command that of a user. */
    static List<String> line(int user, Path home, List<String> command) {
        List<String> line = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--ipc",
                "--propagation",
                "private",
                "--",
                "sh",
                "-c",
                SCRIPT,
                "fate-flow-confine",
                Integer.toString(user),
                home.toString()));
        line.addAll(command);
        return line;
    }

    private static String script() {
        try (InputStream in = OwnUsers.class.getResourceAsStream("confine.sh")) {
            if (in == null) {
                throw new IllegalStateException("confine.sh is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
