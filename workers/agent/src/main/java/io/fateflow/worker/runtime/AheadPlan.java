package io.fateflow.worker.runtime;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Which executors are started before there are attempts for them.
 *
 * @param directory for theirs; on the disk of the run directories
 * @param executors how many wait at most; none if it is 0
 * @param program the command that an attempt's must begin with, as it is now; empty if none can be started ahead now
 * @param waiting its arguments as long as there is no attempt
 * @param environment all that an attempt may be told in its environment, but for its job's id
 * @param clock of the machine
 */
public record AheadPlan(
        Path directory,
        int executors,
        Supplier<Optional<List<String>>> program,
        List<String> waiting,
        Map<String, String> environment,
        Clock clock) {

    public AheadPlan {
        if (executors < 0) {
            throw new IllegalArgumentException("fewer than no executors cannot wait: " + executors);
        }
        waiting = List.copyOf(waiting);
        environment = Map.copyOf(environment);
    }
}
