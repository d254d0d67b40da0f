package io.fateflow.client;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A queue of jobs.
 *
 * @param isDefault whether jobs go there that name none
 * @param borrowingLimit cores beyond the quota; null for any
 * @param heldCores by its jobs now
 * @param limits what its jobs may hold together of labels of nodes, such as GPU; labels that are not in it have none
 * @param heldLabels what its jobs hold of labels
 */
public record Queue(
        String name,
        boolean isDefault,
        BigDecimal weight,
        BigDecimal nominalQuota,
        @Nullable BigDecimal borrowingLimit,
        BigDecimal heldCores,
        long running,
        long waiting,
        Map<String, BigDecimal> limits,
        Map<String, BigDecimal> heldLabels) {

    static Queue of(JsonNode row) {
        return new Queue(
                Fields.text(row, "name"),
                row.path("default").asBoolean(),
                row.path("weight").decimalValue(),
                row.path("nominal_quota").decimalValue(),
                row.hasNonNull("borrowing_limit") ? row.path("borrowing_limit").decimalValue() : null,
                row.path("held_cores").decimalValue(),
                row.path("running").asLong(),
                row.path("waiting").asLong(),
                amounts(row.path("limits")),
                amounts(row.path("held")));
    }

    private static Map<String, BigDecimal> amounts(JsonNode labels) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        labels.properties()
                .forEach(label -> amounts.put(label.getKey(), label.getValue().decimalValue()));
        return amounts;
    }
}
