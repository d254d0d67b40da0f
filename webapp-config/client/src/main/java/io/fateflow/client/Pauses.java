package io.fateflow.client;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Between two questions: short while something happens, and longer and longer while nothing does. */
final class Pauses {

    private static final Duration SHORTEST = Duration.ofMillis(250);
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private Duration next = SHORTEST;
    private @Nullable Job last;
    private List<Task> lastTasks = List.of();

    /** The pause now; the one behind it is half as long again. */
    Duration next() {
        Duration now = next;
        Duration longer = now.multipliedBy(3).dividedBy(2);
        next = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
        return now;
    }

    /** What is true now; what has changed may soon change again. */
    void seen(Job job, List<Task> tasks) {
        if (!job.equals(last) || !tasks.equals(lastTasks)) {
            next = SHORTEST;
        }
        last = job;
        lastTasks = tasks;
    }
}
