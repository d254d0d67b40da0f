package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.fateflow.worker.process.MarkedPlaces;
import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.process.ProcessMarks;

/**
 * Executors on this machine that live: whoever should watch them. They are found from the processes, and by their run directories only
 * what the processes do not tell: a site keeps those of some weeks, and a walk through them took half a minute.
 */
public final class LiveRuns {

    private static final int DEPTH = 8;
    private static final String RUNS = "task_executor";

    private final Path work;
    private final MarkedPlaces processes = new MarkedPlaces();
    private final AtomicLong walks = new AtomicLong();

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

    /** All of them now; what begins or ends while they are looked for may be among them. */
    public List<LiveRun> list() throws IOException {
        Path jobs = work.resolve("jobs");
        if (!Files.isDirectory(jobs)) {
            return List.of();
        }
        Map<String, Set<Path>> places = processes.now();
        List<Path> runs = new ArrayList<>();
        if (!MarkedPlaces.areTold() || places.containsValue(Set.<Path>of())) {
            runs.addAll(walk(jobs));
        } else {
            // as the system tells places
            Path told = jobs.toRealPath();
            places.values().stream()
                    .flatMap(Set::stream)
                    .filter(place -> place.startsWith(told))
                    .map(told::relativize)
                    .filter(LiveRuns::isRun)
                    .forEach(runs::add);
        }
        List<LiveRun> live = new ArrayList<>();
        for (Path run : runs) {
            live(run).ifPresent(live::add);
        }
        return live;
    }

    /** How often all run directories were gone through. */
    long walks() {
        return walks.get();
    }

    private List<Path> walk(Path jobs) throws IOException {
        walks.incrementAndGet();
        try (Stream<Path> found = Files.find(
                jobs, DEPTH, (path, attributes) -> attributes.isDirectory() && isRun(jobs.relativize(path)))) {
            return found.map(jobs::relativize).toList();
        }
    }

    /** @param path below the jobs */
    private static boolean isRun(Path path) {
        return path.getNameCount() == DEPTH && name(path, DEPTH - 2).equals(RUNS);
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
