package io.fateflow.webapp.queue;

import java.math.BigDecimal;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;

import io.fateflow.engine.process.QueueService;
import io.fateflow.engine.resource.QueueState;
import io.fateflow.engine.resource.amount.InvalidAmountException;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.queue.InvalidQueueException;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/**
 * {@code queue}: what each queue may hold, holds and has used; and {@code queue/<name>}, where an operator sets it. FATE Flow
 * has no queues.
 */
@Controller
class QueueController {

    private static final String WEIGHT = "weight";
    private static final String NOMINAL_QUOTA = "nominal_quota";
    private static final String BORROWING_LIMIT = "borrowing_limit";
    private static final String LIMITS = "limits";
    private static final Set<String> SETTINGS = Set.of(WEIGHT, NOMINAL_QUOTA, BORROWING_LIMIT, LIMITS);

    private final QueueService queues;
    private final WireJson json;

    QueueController(QueueService queues, WireJson json) {
        this.queues = queues;
        this.json = json;
    }

    @GetMapping("/v1/queue")
    Envelope list() {
        ObjectNode data = json.object();
        ArrayNode all = data.putArray("queues");
        queues.states().forEach(queue -> all.add(QueueJson.of(queue)));
        return Envelope.of(data);
    }

    /** Makes a queue, or changes what the body names of one; a {@code borrowing_limit} of null is none, and so is a limit of null. */
    @PutMapping("/v1/queue/{name}")
    Envelope put(@PathVariable String name, ApiBody body) {
        try {
            queues.put(changed(name, body.object()));
        } catch (InvalidQueueException e) {
            throw ApiException.http(400, "FFB-6318 " + e.getMessage());
        }
        return show(name);
    }

    /** What the operator has set is as configured again; a queue that is not configured is gone. */
    @DeleteMapping("/v1/queue/{name}")
    Envelope reset(@PathVariable String name) {
        if (!queues.reset(name)) {
            throw ApiException.http(404, "FFB-6318 there is no queue of that name; /v1/queue shows those that are");
        }
        return list();
    }

    private Envelope show(String name) {
        return queues.state(name).map(QueueJson::of).map(Envelope::of).orElseGet(this::list);
    }

    private JobQueue changed(String name, ObjectNode body) {
        body.fieldNames().forEachRemaining(setting -> {
            if (!SETTINGS.contains(setting)) {
                throw new InvalidQueueException("a queue has no setting '%s': use %s, %s, %s, %s"
                        .formatted(setting, WEIGHT, NOMINAL_QUOTA, BORROWING_LIMIT, LIMITS));
            }
        });
        JobQueue old =
                queues.state(name).map(QueueState::row).map(QueueRow::queue).orElseGet(() -> JobQueue.named(name));
        BigDecimal borrowing = body.has(BORROWING_LIMIT) ? limit(body.path(BORROWING_LIMIT)) : old.borrowingLimit();
        return new JobQueue(
                name,
                body.has(WEIGHT) ? number(WEIGHT, body.path(WEIGHT)) : old.weight(),
                body.has(NOMINAL_QUOTA) ? number(NOMINAL_QUOTA, body.path(NOMINAL_QUOTA)) : old.nominalQuota(),
                borrowing,
                limits(body.path(LIMITS), old.limits()));
    }

    /** Labels that are not named stay as they are; null takes the limit of one away, and instead of all of them all. */
    private static SortedMap<String, ResourceQuantity> limits(
            JsonNode changes, SortedMap<String, ResourceQuantity> old) {
        if (changes.isNull()) {
            return new TreeMap<>();
        }
        if (!changes.isObject() && !changes.isMissingNode()) {
            throw new InvalidQueueException("the limits of a queue are labels with amounts, not " + changes);
        }
        SortedMap<String, ResourceQuantity> limits = new TreeMap<>(old);
        changes.properties().forEach(entry -> {
            if (entry.getValue().isNull()) {
                limits.remove(entry.getKey());
            } else {
                limits.put(entry.getKey(), amount(entry.getKey(), entry.getValue()));
            }
        });
        return limits;
    }

    private static ResourceQuantity amount(String label, JsonNode value) {
        try {
            return ResourceQuantity.of(number("limit of " + label, value));
        } catch (InvalidAmountException e) {
            throw new InvalidQueueException("the limit of %s of a queue: %s".formatted(label, e.getMessage()));
        }
    }

    private static @Nullable BigDecimal limit(JsonNode value) {
        return value.isNull() ? null : number(BORROWING_LIMIT, value);
    }

    private static BigDecimal number(String setting, JsonNode value) {
        if (!value.isNumber()) {
            throw new InvalidQueueException("the %s of a queue is a number, not %s".formatted(setting, value));
        }
        return value.decimalValue();
    }
}
