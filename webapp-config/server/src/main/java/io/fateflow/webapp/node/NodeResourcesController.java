package io.fateflow.webapp.node;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.executor.NodeTasks;
import io.fateflow.engine.resource.amount.InvalidAmountException;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.operations.query.NodeQueries;
import io.fateflow.webapp.api.ApiBody;
import io.fateflow.webapp.api.ApiException;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;

/**
 * {@code node/<name>/resources}: what a node has, who holds it, and, for the operator, how much it is to have. FATE Flow has
 * no such calls.
 */
@Controller
class NodeResourcesController {

    private final NodeTasks nodes;
    private final NodeQueries queries;
    private final CurrentActor actor;
    private final WireJson json;

    NodeResourcesController(NodeTasks nodes, NodeQueries queries, CurrentActor actor, WireJson json) {
        this.nodes = nodes;
        this.queries = queries;
        this.actor = actor;
        this.json = json;
    }

    @GetMapping("/v1/node/{name}/resources")
    Envelope show(@PathVariable String name) {
        ObjectNode data = json.object();
        JsonNode labels = queries.resources().path(name);
        data.put("node", name).set("labels", labels.isObject() ? labels : json.object());
        data.putArray("holders").addAll(queries.holders(name));
        return Envelope.of(data);
    }

    /** The body has amounts by label: 0 takes a label away, null leaves it to the node's worker. */
    @PutMapping("/v1/node/{name}/resources")
    Envelope change(@PathVariable String name, ApiBody body) {
        Map<String, Optional<ResourceQuantity>> amounts = new TreeMap<>();
        try {
            body.object().properties().forEach(entry -> amounts.put(entry.getKey(), amount(entry)));
            nodes.change(name, amounts, actor.get().map(Actor::name).orElse(""));
        } catch (InvalidAmountException e) {
            throw ApiException.http(400, String.valueOf(e.getMessage()));
        }
        return show(name);
    }

    private static Optional<ResourceQuantity> amount(Map.Entry<String, JsonNode> entry) {
        if (entry.getValue().isNull()) {
            return Optional.empty();
        }
        if (!entry.getValue().isNumber()) {
            throw new InvalidAmountException("FFB-2026 the amount of %s is no number".formatted(entry.getKey()));
        }
        BigDecimal number = entry.getValue().decimalValue();
        try {
            return Optional.of(ResourceQuantity.of(number));
        } catch (InvalidAmountException e) {
            throw new InvalidAmountException("FFB-2026 the amount of %s: %s".formatted(entry.getKey(), e.getMessage()));
        }
    }
}
