package io.fateflow.worker.local;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.process.ProcessMarks;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.RunningExecutor;

/** Each executor is a process group of this machine, below a launcher that outlives the worker. */
public final class LocalProcesses implements ExecutorRuntime {

    private static final Duration LAUNCHER_ENDS = Duration.ofMinutes(1);

    private final Launcher launcher = new Launcher();
    private final ProcessMarks marks = new ProcessMarks();
    private final Duration launcherEnds;

    public LocalProcesses() {
        this(LAUNCHER_ENDS);
    }

    LocalProcesses(Duration launcherEnds) {
        this.launcherEnds = launcherEnds;
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
        Process started =
                launcher.start(run.path(), run.standardLog(), run.workerId(), launch.command(), launch.environment());
        return new LocalExecutor(run, started.toHandle(), marks, launcherEnds);
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
