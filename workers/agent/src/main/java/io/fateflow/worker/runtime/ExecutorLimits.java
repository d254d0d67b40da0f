package io.fateflow.worker.runtime;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What an executor may use of its machine.
 *
 * @param memory of all its processes together, in bytes; 0 if it may take what there is
 * @param processors how many threads it is to compute with; 0 if nobody says it
 * @param amounts what it was given, by label; memory in megabytes
 */
public record ExecutorLimits(long memory, int processors, Map<String, BigDecimal> amounts) {

    /** One that asks for cores, and nothing else. */
    public static final ExecutorLimits NONE = new ExecutorLimits(0, 0, Map.of());

    private static final long MEGABYTE = 1024 * 1024;

    /** @param resources what the attempt was given, as its config says; missing if it needs cores and nothing else */
    public static ExecutorLimits of(JsonNode resources) {
        JsonNode labels = resources.path("labels");
        return new ExecutorLimits(
                labels.path("memory").path("amount").asLong() * MEGABYTE,
                // a share of one core is a thread, too
                labels.path("CPU")
                        .path("amount")
                        .decimalValue()
                        .setScale(0, RoundingMode.CEILING)
                        .intValue(),
                amounts(labels));
    }

    private static Map<String, BigDecimal> amounts(JsonNode labels) {
        return labels.properties().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        label -> label.getValue().path("amount").decimalValue()));
    }

    /** For an executor that runs a program, which needs the other half. */
    public ExecutorLimits besideProgram() {
        return new ExecutorLimits(memory / 2, processors, amounts);
    }

    public static String megabytes(long bytes) {
        return (bytes + MEGABYTE - 1) / MEGABYTE + " MB";
    }
}
