package io.fateflow.dsl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.module.FateModule;

/** Puts the plan together from documents that passed all checks. */
final class PlanBuilder {

    private final ObjectNode dsl;
    private final ObjectNode conf;
    private final Roster roster;
    private final JobKind jobKind;

    PlanBuilder(ObjectNode dsl, ObjectNode conf, Roster roster, JobKind jobKind) {
        this.dsl = dsl;
        this.conf = conf;
        this.roster = roster;
        this.jobKind = jobKind;
    }

    JobPlan build(CheckedDsl checked, PartyParameters parameters, Party initiator) {
        ParameterSources sources = ParameterSources.of(dsl, jobKind == JobKind.PREDICT);
        List<ComponentPlan> components = new ArrayList<>();
        for (String name : checked.graph().topologicalOrder()) {
            FateModule module = module(checked, name);
            components.add(new ComponentPlan(
                    name,
                    dsl.path("components").path(name).path("module").asText(),
                    Collections.unmodifiableSortedSet(checked.graph().upstreamOf(name)),
                    parties(module, party -> parameters.ofComponent(sources.of(name), party)),
                    parties(module, party -> parameters.demandOf(sources.of(name), party))));
        }
        return new JobPlan(
                jobKind.label(),
                initiator,
                List.copyOf(roster.parties()),
                List.copyOf(components),
                Collections.unmodifiableMap(parameters.ofJob()),
                dsl,
                NormalConf.of(conf, roster, initiator));
    }

    private static FateModule module(CheckedDsl checked, String name) {
        DeclaredComponent component = checked.components().get(name);
        if (component == null || component.module().isEmpty()) {
            throw new IllegalStateException("unchecked component " + name);
        }
        return component.module().get();
    }

    private Map<Party, ObjectNode> parties(FateModule module, Function<Party, ObjectNode> own) {
        Map<Party, ObjectNode> parties = new LinkedHashMap<>();
        for (Party party : roster.parties()) {
            if (module.runsOn(party.role())) {
                parties.put(party, own.apply(party));
            }
        }
        return Collections.unmodifiableMap(parties);
    }
}
