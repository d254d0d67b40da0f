package io.fateflow.webapp.storage.log;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A folder of logs: of a job, of a party of it, or of a component there.
 *
 * @param steps the job's id, role, party id and component, as far as they go; each is one name and leads nowhere else
 */
public record LogFolder(List<String> steps) {

    private static final Pattern PLAIN = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,255}");

    public LogFolder {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("FFB-6126 a folder of logs is a job's");
        }
        steps.forEach(LogFolder::requirePlain);
    }

    public static LogFolder of(String... steps) {
        return new LogFolder(List.of(steps));
    }

    /** With slashes, as {@link LogFile#name}. */
    String path() {
        return String.join("/", steps);
    }

    /** Where it is below a directory. */
    Path in(Path logs) {
        return resolved(logs, steps);
    }

    /** Where one of its files is below a directory. */
    Path in(Path logs, String name) {
        return resolved(in(logs), stepsOf(name));
    }

    private static Path resolved(Path from, List<String> steps) {
        Path place = from;
        for (String step : steps) {
            place = place.resolve(step);
        }
        return place;
    }

    static List<String> stepsOf(String name) {
        List<String> steps = List.of(name.split("/", -1));
        steps.forEach(LogFolder::requirePlain);
        return steps;
    }

    private static void requirePlain(String step) {
        if (!PLAIN.matcher(step).matches() || step.equals(".") || step.equals("..")) {
            throw new IllegalArgumentException("FFB-6126 this is no name of a log, or of its folder");
        }
    }
}
