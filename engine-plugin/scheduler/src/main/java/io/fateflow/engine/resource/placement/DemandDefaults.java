package io.fateflow.engine.resource.placement;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.amount.ResourceSet;
import io.fateflow.engine.resource.placement.LearnedRequests.Learned;

/**
 * What attempts need where their job does not say it.
 *
 * @param policy how a node is chosen
 * @param modules what a component of a module needs, by FATE's name of the module
 */
public record DemandDefaults(PlacementPolicy policy, Map<String, ResourceSet> modules) {

    private static final String ARBITER = "arbiter";
    private static final String MEMORY = "memory";

    /** Nothing but cores; whole units stay whole. */
    public static DemandDefaults none() {
        return new DemandDefaults(PlacementPolicy.PACK, Map.of());
    }

    /**
     * What a component needs of one node at a party; empty if it needs cores of the engine and nothing else. Where it asks for
     * what is learned and nothing is, the module's default counts, or nothing is asked for.
     *
     * @param learned is asked only if the component asks for it
     */
    public Optional<Demand> demand(
            JobPlan plan, ComponentPlan component, Party party, Supplier<Optional<Learned>> learned) {
        TreeMap<String, ResourceQuantity> amounts = new TreeMap<>(
                party.role().equals(ARBITER)
                        ? Map.of()
                        : modules.getOrDefault(component.module(), ResourceSet.EMPTY)
                                .amounts());
        JsonNode asked = component.resources().get(party);
        if (asked != null) {
            asked.properties().forEach(entry -> amount(entry.getKey(), entry.getValue(), learned)
                    .ifPresent(amount -> amounts.put(entry.getKey(), amount)));
        }
        ResourceSet demand = new ResourceSet(amounts);
        return demand.isEmpty() ? Optional.empty() : Optional.of(new Demand(demand, policy(plan, party)));
    }

    private static Optional<ResourceQuantity> amount(
            String label, JsonNode asked, Supplier<Optional<Learned>> learned) {
        return asked.isNumber()
                ? Optional.of(ResourceQuantity.of(asked.decimalValue()))
                : learned.get().map(found -> label.equals(MEMORY) ? found.memory() : found.cpu());
    }

    private PlacementPolicy policy(JobPlan plan, Party party) {
        JsonNode parameters = plan.jobParameters().get(party);
        return Optional.ofNullable(parameters)
                .flatMap(own -> PlacementPolicy.of(own.path("placement").asText()))
                .orElse(policy);
    }
}
