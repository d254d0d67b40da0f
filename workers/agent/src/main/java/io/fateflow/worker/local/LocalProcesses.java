package io.fateflow.worker.local;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.process.ProcessMarks;
import io.fateflow.worker.run.ExecutorUser;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.AheadPlan;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.ReadyExecutors;
import io.fateflow.worker.runtime.RunningExecutor;

/** Each executor is a process group of this machine, below a launcher that outlives the worker. */
public final class LocalProcesses implements ExecutorRuntime {

    private static final Duration LAUNCHER_ENDS = Duration.ofMinutes(1);

    private final Launcher launcher = new Launcher();
    private final ProcessMarks marks = new ProcessMarks();
    private final Duration launcherEnds;
    private final SpareRoom machine;
    private final OwnUsers users;
    private volatile @Nullable WaitingExecutors waiting;

    public LocalProcesses() {
        this(LAUNCHER_ENDS, new SpareRoom.OfThisMachine(), false, List.of());
    }

    LocalProcesses(Duration launcherEnds) {
        this(launcherEnds, new SpareRoom.OfThisMachine(), false, List.of());
    }

    LocalProcesses(SpareRoom machine) {
        this(LAUNCHER_ENDS, machine, false, List.of());
    }

    private LocalProcesses(Duration launcherEnds, SpareRoom machine, boolean network, List<URI> servers) {
        this.launcherEnds = launcherEnds;
        this.machine = machine;
        this.users = new OwnUsers(launcher, network, servers);
    }

    /**
     * Of a worker whose executors may have users of their own.
     *
     * @param network whether such an executor reaches nothing but the exchange
     * @param servers of the site, whose exchange that is
     */
    public static LocalProcesses withUsers(boolean network, List<URI> servers) {
        return new LocalProcesses(LAUNCHER_ENDS, new SpareRoom.OfThisMachine(), network, servers);
    }

    @Override
    public RunningExecutor start(Launch launch) throws IOException {
        return adopt(launch);
    }

    /** Were an earlier launcher still to begin, only one of the two would get the directory. */
    @Override
    public RunningExecutor adopt(Launch launch) throws IOException {
        RunDirectory run = launch.run();
        if (run.user().isPresent()) {
            return ofUser(launch, run.user().get());
        }
        if (hasBegun(run)) {
            return new LocalExecutor(run, null, marks, launcherEnds);
        }
        return new LocalExecutor(run, begin(launch), marks, launcherEnds);
    }

    private RunningExecutor ofUser(Launch launch, ExecutorUser user) throws IOException {
        RunDirectory run = launch.run();
        OwnNetwork network = users.network();
        Process started = null;
        try {
            if (!hasBegun(run)) {
                started = users.start(launch, user, network);
            }
        } catch (IOException e) {
            users.forget(network);
            throw e;
        }
        return new ConfinedExecutor(
                new LocalExecutor(run, started, marks, launcherEnds), run, network, () -> users.forget(network));
    }

    private Process begin(Launch launch) throws IOException {
        WaitingExecutors ahead = waiting;
        Optional<Process> waited = ahead == null ? Optional.empty() : ahead.give(launch);
        if (waited.isPresent()) {
            return waited.get();
        }
        RunDirectory run = launch.run();
        return launcher.start(run.path(), run.standardLog(), run.workerId(), launch.command(), launch.environment());
    }

    @Override
    public ReadyExecutors startAhead(AheadPlan plan) throws IOException {
        WaitingExecutors ahead = new WaitingExecutors(plan, launcher, marks, machine);
        ahead.sweep();
        waiting = ahead;
        return ahead;
    }

    @Override
    public void close() {
        users.close();
    }

    @Override
    public boolean hasBegun(RunDirectory run) {
        return run.isDecided();
    }

    @Override
    public Map<String, JsonNode> resources() {
        return MachineResources.ofThisMachine().found();
    }
}
