package io.fateflow.dsl;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/**
 * What a job asks of one node for each of its components, beside FATE's cores: {@code resources} in job parameters and in
 * a component's parameters, and {@code placement} in job parameters. What is nearer to the component and the party counts;
 * an amount of 0 asks for nothing. What a whole job asks for is not asked for its arbiters, who only coordinate.
 */
final class ResourceDemands {

    static final String RESOURCES = "resources";

    /** In place of an amount: what components like it have used. */
    static final String AUTO = "auto";

    /** Of what executors use of these, each attempt's end tells. */
    private static final Set<String> MEASURED = Set.of("CPU", "memory");

    private static final String PLACEMENT = "placement";
    private static final Set<String> POLICIES = Set.of("random", "pack", "spread", "affinity");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_./:-]{0,99}");

    private final Findings findings;

    ResourceDemands(Findings findings) {
        this.findings = findings;
    }

    /** Reports what can't be asked for. */
    void check(ConfSection job, ConfSection components, Set<String> names) {
        for (ConfSection.Layer layer : job.layers()) {
            checkResources(layer.values(), layer.place());
            JsonNode policy = layer.values().path(PLACEMENT);
            if (!policy.isMissingNode() && !POLICIES.contains(policy.asText())) {
                findings.add(ProblemKind.PLACEMENT_UNKNOWN, layer.place().at(PLACEMENT), policy.asText());
            }
        }
        for (ConfSection.Layer layer : components.layers()) {
            layer.values().properties().forEach(entry -> {
                if (names.contains(entry.getKey())) {
                    checkResources(entry.getValue(), layer.place().at(entry.getKey()));
                }
            });
        }
    }

    private void checkResources(JsonNode parameters, Place place) {
        JsonNode resources = parameters.path(RESOURCES);
        Place there = place.at(RESOURCES);
        if (resources.isMissingNode()) {
            return;
        }
        if (!resources.isObject()) {
            findings.add(ProblemKind.RESOURCES_NOT_AN_OBJECT, there);
            return;
        }
        resources.properties().forEach(entry -> {
            if (!LABEL.matcher(entry.getKey()).matches()) {
                findings.add(ProblemKind.RESOURCE_LABEL_INVALID, there.at(entry.getKey()), entry.getKey());
                return;
            }
            ResourceAmount amount = ResourceAmount.read(entry.getKey(), entry.getValue());
            if (amount.value().isEmpty() && !isLearned(entry.getKey(), entry.getValue())) {
                findings.add(
                        ProblemKind.RESOURCE_AMOUNT_INVALID,
                        there.at(entry.getKey()),
                        entry.getValue().toString(),
                        entry.getKey(),
                        amount.why());
            }
        });
    }

    private static boolean isLearned(String label, JsonNode amount) {
        return MEASURED.contains(label) && AUTO.equals(amount.textValue());
    }

    /**
     * What one component asks for at one party: labels with amounts, or with {@link #AUTO}.
     *
     * @param job what applies to the party of the job's parameters, in its order
     * @param component the same of the component's own
     */
    static ObjectNode of(List<ObjectNode> job, List<ObjectNode> component) {
        Map<String, JsonNode> amounts = new TreeMap<>();
        job.forEach(layer -> put(amounts, layer));
        component.forEach(layer -> put(amounts, layer));
        ObjectNode demand = JsonNodeFactory.instance.objectNode();
        demand.setAll(amounts);
        return demand;
    }

    private static void put(Map<String, JsonNode> amounts, ObjectNode layer) {
        layer.path(RESOURCES).properties().forEach(entry -> {
            if (isLearned(entry.getKey(), entry.getValue())) {
                amounts.put(entry.getKey(), entry.getValue());
            }
            ResourceAmount.read(entry.getKey(), entry.getValue())
                    .value()
                    .ifPresent(amount -> amounts.put(entry.getKey(), JsonNodeFactory.instance.numberNode(amount)));
        });
    }
}
