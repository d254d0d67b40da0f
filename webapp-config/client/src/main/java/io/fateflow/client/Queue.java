package io.fateflow.client;

import java.math.BigDecimal;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A queue of jobs.
 *
 * @param isDefault whether jobs go there that name none
 * @param borrowingLimit cores beyond the quota; null for any
 * @param heldCores by its jobs now
 */
public record Queue(
        String name,
        boolean isDefault,
        BigDecimal weight,
        BigDecimal nominalQuota,
        @Nullable BigDecimal borrowingLimit,
        BigDecimal heldCores,
        long running,
        long waiting) {

    static Queue of(JsonNode row) {
        return new Queue(
                Fields.text(row, "name"),
                row.path("default").asBoolean(),
                row.path("weight").decimalValue(),
                row.path("nominal_quota").decimalValue(),
                row.hasNonNull("borrowing_limit") ? row.path("borrowing_limit").decimalValue() : null,
                row.path("held_cores").decimalValue(),
                row.path("running").asLong(),
                row.path("waiting").asLong());
    }
}
