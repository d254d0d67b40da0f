package io.fateflow.webapp.metrics;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.ExecutorSurroundings.AttemptListener;
import io.fateflow.federation.status.TaskStatus;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;

/** Times of attempts that this node hands out and takes back. */
@Component
public final class AttemptMetrics implements AttemptListener {

    private static final int REMEMBERED = 1_000;

    private final MeterRegistry registry;
    private final Clock clock;
    private final Timer handovers;
    private final Map<String, String> jobs = Collections.synchronizedMap(new Newest<>());
    private final Map<String, Long> lastEnds = Collections.synchronizedMap(new Newest<>());

    AttemptMetrics(MeterRegistry registry, Clock clock) {
        this.registry = registry;
        this.clock = clock;
        this.handovers = Timer.builder("fate.handover")
                .description("from the success of an attempt to the next that a worker takes of the same job")
                .publishPercentiles(0.5, 0.95, 0.99)
                .register(registry);
    }

    @Override
    public void taken(ExecutorTask task) {
        jobs.put(task.id(), task.jobId());
        Long ended = lastEnds.remove(task.jobId());
        if (ended != null) {
            handovers.record(Duration.ofMillis(Math.max(0, clock.millis() - ended)));
        }
    }

    @Override
    public void ended(String id, ExecutorReport report) {
        TaskStatus status = TaskStatus.of(report.status());
        Timer.builder("fate.attempt.duration")
                .description("of executors, by how they ended")
                .tag("status", status.wire())
                .register(registry)
                .record(Duration.ofMillis(Math.max(0, report.endTime() - report.startTime())));
        String jobId = jobs.remove(id);
        // after a failure it is not the scheduler that the job waits for
        if (jobId != null && status.isSuccess()) {
            lastEnds.put(jobId, clock.millis());
        }
    }

    /** What nobody has asked for in a long time is forgotten. */
    private static final class Newest<V> extends LinkedHashMap<String, V> {

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > REMEMBERED;
        }
    }
}
