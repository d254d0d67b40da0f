package io.fateflow.webapp.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import org.jspecify.annotations.Nullable;

import io.fateflow.engine.resource.QueueState;
import io.fateflow.engine.resource.amount.ResourceQuantity;

/** Gauges of each queue: operators make queues while the server runs, on any of the site's servers. */
final class QueueGauges {

    private final Function<String, @Nullable QueueState> now;
    private final AtomicReference<@Nullable Gauges> gauges = new AtomicReference<>();
    private Map<String, Set<String>> shown = Map.of();

    private record Gauges(MultiGauge cores, MultiGauge jobs, MultiGauge used, MultiGauge labels) {}

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
                        .description("jobs of a queue that hold cores, and that wait")
                        .register(registry),
                MultiGauge.builder("fate.queue.used")
                        .description("core seconds that a queue has used, by its weight: the least comes next")
                        .register(registry),
                MultiGauge.builder("fate.queue.labels")
                        .description(
                                "what a queue's jobs hold of a label of nodes, and may hold, where that is limited")
                        .register(registry)));
    }

    /** Shows these queues and no others, each with the labels that it has limits of. */
    synchronized void show(Collection<QueueState> queues) {
        Gauges all = gauges.get();
        Map<String, Set<String>> limited = queues.stream()
                .collect(Collectors.toUnmodifiableMap(
                        QueueState::name,
                        state -> Set.copyOf(state.row().queue().limits().keySet())));
        if (all == null || limited.equals(shown)) {
            return;
        }
        shown = limited;
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
        all.labels().register(labels(), true);
    }

    private List<Row<?>> labels() {
        List<Row<?>> rows = new ArrayList<>();
        shown.forEach((queue, labels) -> labels.forEach(label -> {
            Tags tags = Tags.of("queue", queue, "label", label);
            Value held = new Value(
                    "held", state -> state.heldLabels().get(label).decimal().doubleValue());
            Value limit = new Value("limit", state -> state.row()
                    .queue()
                    .limits()
                    .getOrDefault(label, ResourceQuantity.ZERO)
                    .decimal()
                    .doubleValue());
            for (Value value : List.of(held, limit)) {
                rows.add(Row.of(tags.and("state", value.state()), () -> value(queue, value)));
            }
        }));
        return rows;
    }

    private record Value(String state, ToDoubleFunction<QueueState> of) {}

    private List<Row<?>> rows(List<Value> values) {
        List<Row<?>> rows = new ArrayList<>();
        for (String queue : shown.keySet()) {
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
