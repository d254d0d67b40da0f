package io.fateflow.worker.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where what is marked on this machine was started: the working directory of its launcher, which is the run's own, however that was
 * moved. It costs as much as there are processes, and not as there are run directories, of which a site keeps some weeks.
 */
public final class MarkedPlaces {

    private final ProcessMarks marks = new ProcessMarks();

    /** Whether this system tells. */
    public static boolean areTold() {
        return ProcFs.isThere();
    }

    /** By mark; empty of what has lost its launcher. What is just being started may be missing. */
    public Map<String, Optional<Path>> now() {
        List<ProcFs.Stat> all = marks.looks().now().all();
        Map<String, Optional<Path>> places = new HashMap<>();
        for (ProcFs.Stat process : all) {
            marks.of(process)
                    .ifPresent(
                            mark -> places.merge(mark, launched(process, mark), (one, other) -> one.or(() -> other)));
        }
        marks.retain(all);
        return places;
    }

    private static Optional<Path> launched(ProcFs.Stat process, String mark) {
        return Launcher.isOf(ProcFs.arguments(process.parent()), mark)
                ? ProcFs.workingDirectory(process.parent())
                : Optional.empty();
    }
}
