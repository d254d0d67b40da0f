package io.fateflow.worker.local;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.process.ProcessMarks;
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
    private volatile @Nullable WaitingExecutors waiting;

    public LocalProcesses() {
        this(LAUNCHER_ENDS, new SpareRoom.OfThisMachine());
    }

    LocalProcesses(Duration launcherEnds) {
        this(launcherEnds, new SpareRoom.OfThisMachine());
    }

    LocalProcesses(SpareRoom machine) {
        this(LAUNCHER_ENDS, machine);
    }

    private LocalProcesses(Duration launcherEnds, SpareRoom machine) {
        this.launcherEnds = launcherEnds;
        this.machine = machine;
    }

    @Override
    public RunningExecutor start(Launch launch) throws IOException {
        return adopt(launch);
    }

    /** Were an earlier launcher still to begin, only one of the two would get the directory. */
    @Override
    public RunningExecutor adopt(Launch launch) throws IOException {
        RunDirectory run = launch.run();
        if (hasBegun(run)) {
            return new LocalExecutor(run, null, marks, launcherEnds);
        }
        Process started = begin(launch);
        return new LocalExecutor(run, started.toHandle(), marks, launcherEnds);
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
    public boolean hasBegun(RunDirectory run) {
        return run.isDecided();
    }

    @Override
    public Map<String, JsonNode> resources() {
        return MachineResources.ofThisMachine().found();
    }
}
