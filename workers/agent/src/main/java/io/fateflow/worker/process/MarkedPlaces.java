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

    private static final Optional<Path> NOWHERE = Optional.empty();

    private final ProcessMarks marks = new ProcessMarks();

    /** Whether this system tells. */
    public static boolean areTold() {
        return ProcFs.isThere();
    }

    /** By mark; empty of what has lost its launcher. What is just being started may be missing. */
    public Map<String, Optional<Path>> now() {
        Map<String, Optional<Path>> places = look();
        if (!places.containsValue(NOWHERE)) {
            return places;
        }
        // one that was started, or ended, while its launcher was looked for has none in one of two looks
        Map<String, Optional<Path>> again = look();
        again.entrySet()
                .removeIf(entry -> entry.getValue().equals(NOWHERE) && !NOWHERE.equals(places.get(entry.getKey())));
        return again;
    }

    private Map<String, Optional<Path>> look() {
        List<ProcFs.Stat> all = marks.looks().now().all();
        Map<String, Optional<Path>> places = new HashMap<>();
        for (ProcFs.Stat process : all) {
            marks.of(process).ifPresent(mark -> places.putIfAbsent(mark, NOWHERE));
            Launcher.mark(ProcFs.arguments(process.pid())).ifPresent(mark -> ProcFs.workingDirectory(process.pid())
                    .ifPresent(place -> places.put(mark, Optional.of(place))));
        }
        marks.retain(all);
        return places;
    }
}
