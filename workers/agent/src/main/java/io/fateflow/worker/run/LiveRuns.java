package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.process.ProcessMarks;

/** Executors on this machine that live, found by their run directories: whoever should watch them. */
public final class LiveRuns {

    private static final int DEPTH = 8;
    private static final String RUNS = "task_executor";

    private final Path work;

    /** @param work a worker's directory */
    public LiveRuns(Path work) {
        this.work = work;
    }

    /** An executor that lives. */
    public record LiveRun(RunKey key, RunDirectory run, ProcessIdentity executor) {

        /** Ends all its processes, and returns when they are gone. */
        public void stop(Duration grace) throws IOException, InterruptedException {
            run.processes(new ProcessMarks()).stop(grace);
        }
    }

    /** All of them now; what ends while they are looked for may be among them. */
    public List<LiveRun> list() throws IOException {
        Path jobs = work.resolve("jobs");
        if (!Files.isDirectory(jobs)) {
            return List.of();
        }
        List<LiveRun> live = new ArrayList<>();
        try (Stream<Path> found = Files.find(
                jobs,
                DEPTH,
                (path, attributes) -> attributes.isDirectory()
                        && path.getNameCount() == jobs.getNameCount() + DEPTH
                        && name(path, path.getNameCount() - 2).equals(RUNS))) {
            for (Path path : found.toList()) {
                live(jobs.relativize(path)).ifPresent(live::add);
            }
        }
        return live;
    }

    private Optional<LiveRun> live(Path path) throws IOException {
        RunKey key;
        RunDirectory run;
        try {
            key = new RunKey(
                    name(path, 0),
                    name(path, 1),
                    name(path, 2),
                    name(path, 3),
                    name(path, 4),
                    Integer.parseInt(name(path, 5)));
            run = new RunDirectories(work).open(key, name(path, 7));
        } catch (IllegalArgumentException notOfOurs) {
            return Optional.empty();
        }
        return run.exitCode().isPresent()
                ? Optional.empty()
                : run.executor().filter(ProcessIdentity::isAlive).map(executor -> new LiveRun(key, run, executor));
    }

    private static String name(Path path, int index) {
        return path.getName(index).toString();
    }
}
