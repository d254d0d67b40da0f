package io.fateflow.board.site;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import jakarta.annotation.PreDestroy;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import io.fateflow.worker.retry.RepeatedWork;

/**
 * What this server has measured in the last day: the same meters that Prometheus reads, looked at every five minutes. It is in
 * memory and begins anew with each start; whoever wants more keeps it in Prometheus.
 */
@Component
final class HealthHistory {

    private static final Duration EVERY = Duration.ofMinutes(5);
    private static final int MOST = (int) (Duration.ofDays(1).toMinutes() / EVERY.toMinutes());

    private final MeterRegistry meters;
    private final Clock clock;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final RepeatedWork thread = new RepeatedWork("board-health");
    private final long began;

    @Autowired
    HealthHistory(MeterRegistry meters, Clock clock) {
        this.meters = meters;
        this.clock = clock;
        this.began = clock.millis();
    }

    /**
     * One look.
     *
     * @param time epoch milliseconds
     * @param values by name; what can't be said is missing
     */
    record Sample(long time, Map<String, Double> values) {}

    /**
     * All looks, oldest first.
     *
     * @param since when this server began to look, epoch milliseconds
     */
    record Answer(long since, long everyMillis, List<Sample> samples) {}

    @EventListener(ContextRefreshedEvent.class)
    void begin() {
        thread.repeat(this::look, Duration.ZERO, EVERY);
    }

    synchronized void look() {
        Map<String, Double> values = new LinkedHashMap<>();
        put(values, "running", sum("fate.jobs", "status", "running"));
        put(values, "waiting", sum("fate.jobs", "status", "waiting"));
        double total = sum("fate.engine.cores", "state", "total");
        put(values, "cores", total);
        put(values, "leased", total - sum("fate.engine.cores", "state", "free"));
        put(values, "withoutWorker", sum("fate.attempts.without.worker"));
        put(values, "backlog", sum("fate.engine.backlog"));
        put(values, "incidents", sum("fate.incidents"));
        put(values, "oldestWait", sum("fate.jobs.oldest.wait"));
        put(values, "handover", handover());
        put(values, "memory", sum("jvm.memory.used", "area", "heap"));
        samples.addLast(new Sample(clock.millis(), values));
        while (samples.size() > MOST) {
            samples.removeFirst();
        }
    }

    synchronized Answer answer() {
        return new Answer(began, EVERY.toMillis(), new ArrayList<>(samples));
    }

    private static void put(Map<String, Double> values, String name, double value) {
        if (Double.isFinite(value)) {
            values.put(name, value);
        }
    }

    /** Not a number, unless somebody measures it. */
    private double sum(String meter, String... tags) {
        List<Gauge> gauges = List.copyOf(meters.find(meter).tags(tags).gauges());
        return gauges.isEmpty()
                ? Double.NaN
                : gauges.stream().mapToDouble(Gauge::value).sum();
    }

    /** Milliseconds in which 95 of 100 attempts followed the one before; not a number while none has. */
    private double handover() {
        Timer timer = meters.find("fate.handover").timer();
        if (timer == null || timer.count() == 0) {
            return Double.NaN;
        }
        return Stream.of(timer.takeSnapshot().percentileValues())
                .filter(at -> at.percentile() == 0.95)
                .mapToDouble((ValueAtPercentile at) -> at.value(TimeUnit.MILLISECONDS))
                .findFirst()
                .orElse(Double.NaN);
    }

    @PreDestroy
    void close() {
        thread.close();
    }
}
