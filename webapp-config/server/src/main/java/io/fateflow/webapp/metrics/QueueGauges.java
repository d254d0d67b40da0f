package io.fateflow.webapp.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.QueueState;

/** Gauges of each queue: operators make queues while the server runs, on any of the site's servers. */
final class QueueGauges {

    private final Function<String, @Nullable QueueState> now;
    private final AtomicReference<@Nullable Gauges> gauges = new AtomicReference<>();
    private Set<String> shown = Set.of();

    private record Gauges(MultiGauge cores, MultiGauge jobs, MultiGauge used) {}

    /** @param now a queue by its name; null if it is gone */
    QueueGauges(Function<String, @Nullable QueueState> now) {
        this.now = now;
    }

    void bindTo(MeterRegistry registry) {
        gauges.set(new Gauges(
                MultiGauge.builder("fate.queue.cores")
                        .description("cores that a queue's jobs hold, and that are its own")
                        .register(registry),
                MultiGauge.builder("fate.queue.jobs")
                        .description("jobs of a queue that hold cores, and that wait for them")
                        .register(registry),
                MultiGauge.builder("fate.queue.used")
                        .description("core seconds that a queue has used, by its weight: the least comes next")
                        .register(registry)));
    }

    /** Shows these queues and no others. */
    synchronized void show(Set<String> queues) {
        Gauges all = gauges.get();
        if (all == null || queues.equals(shown)) {
            return;
        }
        shown = Set.copyOf(queues);
        all.cores()
                .register(
                        rows(List.of(
                                new Value("held", state -> state.held().doubleValue()),
                                new Value("nominal", state -> state.row()
                                        .queue()
                                        .nominalQuota()
                                        .doubleValue()))),
                        true);
        all.jobs()
                .register(
                        rows(List.of(
                                new Value("running", QueueState::running), new Value("waiting", QueueState::waiting))),
                        true);
        all.used().register(rows(List.of(new Value("", QueueState::usedByWeight))), true);
    }

    private record Value(String state, ToDoubleFunction<QueueState> of) {}

    private List<Row<?>> rows(List<Value> values) {
        List<Row<?>> rows = new ArrayList<>();
        for (String queue : shown) {
            for (Value value : values) {
                Tags tags = Tags.of("queue", queue);
                rows.add(Row.of(
                        value.state().isEmpty() ? tags : tags.and("state", value.state()), () -> value(queue, value)));
            }
        }
        return rows;
    }

    private double value(String queue, Value value) {
        QueueState state = now.apply(queue);
        return state == null ? 0 : value.of().applyAsDouble(state);
    }
}
