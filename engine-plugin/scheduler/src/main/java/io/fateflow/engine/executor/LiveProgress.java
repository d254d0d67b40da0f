package io.fateflow.engine.executor;

import java.util.OptionalInt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;

/** How far an attempt says it is: a metric of type {@value #TYPE} with a point {@code percent}, which is no result. */
final class LiveProgress {

    private static final String TYPE = "PROGRESS";
    private static final int MOST = 99;

    private LiveProgress() {}

    /** From 0 to 99, as an attempt that runs has not ended; empty if it says nothing, or no number. */
    static OptionalInt of(ArrayNode metrics) {
        for (JsonNode metric : metrics) {
            JsonNode percent = metric.at("/data/0/1");
            if (isOne(metric) && percent.canConvertToInt()) {
                return OptionalInt.of(Math.min(MOST, Math.max(0, percent.asInt())));
            }
        }
        return OptionalInt.empty();
    }

    /** What is left to be kept. */
    static ArrayNode without(ArrayNode metrics) {
        ArrayNode others = metrics.arrayNode();
        metrics.forEach(metric -> {
            if (!isOne(metric)) {
                others.add(metric);
            }
        });
        return others;
    }

    private static boolean isOne(JsonNode metric) {
        return TYPE.equals(metric.path("metric_type").asText());
    }
}
