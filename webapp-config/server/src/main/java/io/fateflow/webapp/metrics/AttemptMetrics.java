package io.fateflow.webapp.metrics;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.springframework.stereotype.Component;

import io.fateflow.federation.status.TaskStatus;

/** Times of attempts that this node hands out and takes back. */
@Component
public final class AttemptMetrics {

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

    /** A worker has taken an attempt. */
    public void taken(String attempt, String jobId) {
        jobs.put(attempt, jobId);
        Long ended = lastEnds.remove(jobId);
        if (ended != null) {
            handovers.record(Duration.ofMillis(Math.max(0, clock.millis() - ended)));
        }
    }

    /** @param status how it ended: one of FATE's */
    public void ended(String attempt, String status, long startTime, long endTime) {
        Timer.builder("fate.attempt.duration")
                .description("of executors, by how they ended")
                .tag("status", status)
                .register(registry)
                .record(Duration.ofMillis(Math.max(0, endTime - startTime)));
        String jobId = jobs.remove(attempt);
        // after a failure it is not the scheduler that the job waits for
        if (jobId != null && TaskStatus.of(status).isSuccess()) {
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
