package io.fateflow.worker.process;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /**
     * By mark; none of what has lost its launcher, several if something else says that it is the launcher: it can't hide the place of the
     * one that is. What is just being started may be missing.
     */
    public Map<String, Set<Path>> now() {
        Map<String, Set<Path>> places = look();
        if (!places.containsValue(Set.<Path>of())) {
            return places;
        }
        // one that was started, or ended, while its launcher was looked for has none in one of two looks
        Map<String, Set<Path>> again = look();
        again.entrySet()
                .removeIf(entry -> entry.getValue().isEmpty() && !Set.of().equals(places.get(entry.getKey())));
        return again;
    }

    private Map<String, Set<Path>> look() {
        List<ProcFs.Stat> all = marks.looks().now().all();
        Map<String, Set<Path>> places = new HashMap<>();
        for (ProcFs.Stat process : all) {
            marks.of(process).ifPresent(mark -> places.computeIfAbsent(mark, any -> new HashSet<>()));
            Launcher.mark(ProcFs.arguments(process.pid())).ifPresent(mark -> ProcFs.workingDirectory(process.pid())
                    .ifPresent(place ->
                            places.computeIfAbsent(mark, any -> new HashSet<>()).add(place)));
        }
        marks.retain(all);
        return places;
    }
}
