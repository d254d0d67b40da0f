package io.fateflow.engine.resource.placement;

import java.math.BigDecimal;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.database.Json;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.worker.digest.Sha256;

/**
 * What an attempt needs of one node, and how that node is chosen.
 *
 * @param amounts never empty
 */
public record Demand(ResourceSet amounts, PlacementPolicy policy) {

    private static final String RESOURCES = "resources";
    private static final String PLACEMENT = "placement";

    /** As columns have it. */
    public String json() {
        ObjectNode json = Json.object();
        ObjectNode labels = json.putObject(RESOURCES);
        amounts.amounts().forEach((label, amount) -> labels.put(label, amount.toString()));
        return Json.write(json.put(PLACEMENT, policy.wire()));
    }

    /** @param json as {@link #json} makes it */
    public static Demand of(String json) {
        JsonNode read = Json.read(json);
        TreeMap<String, ResourceQuantity> amounts = new TreeMap<>();
        read.path(RESOURCES)
                .properties()
                .forEach(entry -> amounts.put(
                        entry.getKey(),
                        ResourceQuantity.of(new BigDecimal(entry.getValue().asText()))));
        return new Demand(
                new ResourceSet(amounts),
                PlacementPolicy.of(read.path(PLACEMENT).asText()).orElse(PlacementPolicy.PACK));
    }

    /** The same for demands that want the same in the same way, under the same limits. */
    String shape(String queue) {
        return Sha256.hex(queue + json());
    }
}
