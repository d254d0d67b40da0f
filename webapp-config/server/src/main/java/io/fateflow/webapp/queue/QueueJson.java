package io.fateflow.webapp.queue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.QueueState;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.queue.JobQueue;

/** A queue as clients see it. */
public final class QueueJson {

    private QueueJson() {}

    public static ObjectNode of(QueueState state) {
        JobQueue queue = state.row().queue();
        ObjectNode json = Json.object()
                .put("name", state.name())
                .put("default", state.row().isDefault())
                .put("weight", shown(queue.weight()))
                .put("nominal_quota", shown(queue.nominalQuota()))
                .put("borrowing_limit", shown(queue.borrowingLimit()))
                .put("held_cores", shown(state.held()))
                .put("used_core_seconds", rounded(state.usedCoreSeconds()))
                .put("used_by_weight", rounded(state.usedByWeight()))
                .put("running", state.running())
                .put("waiting", state.waiting());
        json.set("limits", amounts(queue.limits()));
        json.set("held", amounts(state.heldLabels().amounts()));
        if (!state.row().changedBy().isEmpty()) {
            json.put("changed_by", state.row().changedBy());
        }
        return json;
    }

    private static ObjectNode amounts(Map<String, ResourceQuantity> labels) {
        ObjectNode json = Json.object();
        labels.forEach((label, amount) -> json.put(label, shown(amount.decimal())));
        return json;
    }

    private static BigDecimal rounded(double seconds) {
        return shortest(BigDecimal.valueOf(seconds).setScale(1, RoundingMode.HALF_UP));
    }

    private static @Nullable BigDecimal shown(@Nullable BigDecimal amount) {
        return amount == null ? null : shortest(amount);
    }

    private static BigDecimal shortest(BigDecimal amount) {
        BigDecimal shortest = amount.stripTrailingZeros();
        return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
    }
}
