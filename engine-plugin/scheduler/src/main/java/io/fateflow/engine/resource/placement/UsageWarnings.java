package io.fateflow.engine.resource.placement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.placement.LearnedRequests.Learned;
import io.fateflow.engine.resource.placement.LearnedRequests.Like;

/**
 * What a job asks for that attempts like its own have shown to be too little, and what it wants to have learned that nobody
 * knows yet. The job is accepted all the same.
 */
public final class UsageWarnings {

    private static final String MEMORY = "memory";

    private final LearnedRequests learned;

    public UsageWarnings(LearnedRequests learned) {
        this.learned = learned;
    }

    /**
     * Of a job that was accepted. One that asks neither for memory nor for what is learned costs no look at the database.
     *
     * @param here its parties on this site, whose attempts this site has seen
     */
    public List<Problem> of(JobPlan plan, String dagKey, Collection<Party> here) {
        List<Problem> warnings = new ArrayList<>();
        for (ComponentPlan component : plan.components()) {
            asked(component, here).forEach((role, resources) -> {
                Optional<Learned> known = learned.of(new Like(dagKey, component.name(), component.module(), role));
                warning(component, role, resources, known).ifPresent(warnings::add);
            });
        }
        return List.copyOf(warnings);
    }

    /** By role: all parties of a role learn from the same attempts. */
    private static Map<String, JsonNode> asked(ComponentPlan component, Collection<Party> here) {
        Map<String, JsonNode> byRole = new LinkedHashMap<>();
        component.resources().forEach((party, resources) -> {
            boolean asks = resources.path(MEMORY).decimalValue().signum() > 0 || isLearned(resources);
            if (asks && here.contains(party)) {
                byRole.putIfAbsent(party.role(), resources);
            }
        });
        return byRole;
    }

    private static boolean isLearned(JsonNode resources) {
        return resources.valueStream().anyMatch(JsonNode::isTextual);
    }

    private static Optional<Problem> warning(
            ComponentPlan component, String role, JsonNode resources, Optional<Learned> known) {
        if (known.isEmpty()) {
            return isLearned(resources)
                    ? Optional.of(new Problem(
                            "FFB-7070",
                            "conf",
                            "",
                            "%s asks for \"auto\" as %s, and too few attempts of %s are known yet to learn from"
                                    .formatted(component.name(), role, component.module()),
                            "Nothing: until then it asks for what the site has set for the module, or for nothing; or"
                                    + " write an amount"))
                    : Optional.empty();
        }
        ResourceQuantity suggested = known.get().memory();
        ResourceQuantity memory = ResourceQuantity.of(resources.path(MEMORY).decimalValue());
        return memory.isZero() || !memory.isLessThan(suggested)
                ? Optional.empty()
                : Optional.of(new Problem(
                        "FFB-7071",
                        "conf",
                        "",
                        "%s asks for %s MB of memory as %s, and after the last %s attempts like it %s MB are suggested"
                                .formatted(
                                        component.name(),
                                        memory,
                                        role,
                                        known.get().attempts(),
                                        suggested),
                        "Ask for more, or for \"auto\": an attempt that uses more than it asks for is stopped"));
    }
}
