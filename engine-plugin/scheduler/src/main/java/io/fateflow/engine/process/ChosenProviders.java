package io.fateflow.engine.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.ComponentProviders;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.party.Providers;

/**
 * Writes into a job's conf who runs each of its components, where this site's choice is another than what everybody would
 * understand: so all parties hear of it, and none goes by settings of its own.
 */
record ChosenProviders(Providers providers) {

    private static final String SITE_CHOOSES = "fate";

    /** @throws JobRejectedException FFB-2053 if parties of one component would not understand each other */
    JobPlan in(JobPlan plan) {
        ObjectNode conf = plan.runtimeConf();
        ComponentProviders named = new ComponentProviders(plan.dsl(), conf);
        for (ComponentPlan component : plan.components()) {
            Map<Party, String> chosen = new LinkedHashMap<>();
            component
                    .runsOn()
                    .forEach(party -> chosen.put(
                            party,
                            providers.ofSubmitted(
                                    component.module(), named.named(component.name(), party), plan.parties())));
            demandOneKind(component.name(), chosen);
            String first = List.copyOf(chosen.values()).get(0);
            boolean same = chosen.values().stream().allMatch(first::equals);
            boolean told =
                    chosen.keySet().stream().allMatch(party -> isTold(named.named(component.name(), party), first));
            if (same && !told) {
                conf = ComponentProviders.withCommon(
                        conf, component.name(), first.equals(Providers.BUILT_IN) ? SITE_CHOOSES : first);
            }
        }
        return new JobPlan(
                plan.jobType(),
                plan.initiator(),
                plan.parties(),
                plan.components(),
                plan.jobParameters(),
                plan.dsl(),
                conf);
    }

    /** A version means a FATE installation, everywhere. */
    private static boolean isTold(String named, String chosen) {
        return chosen.equals(Providers.BUILT_IN) ? !named.contains("@") : named.equals(chosen);
    }

    private static void demandOneKind(String component, Map<Party, String> chosen) {
        long builtIn =
                chosen.values().stream().filter(Providers.BUILT_IN::equals).count();
        if (builtIn > 0 && builtIn < chosen.size()) {
            throw new JobRejectedException(List.of(new Problem(
                    "FFB-2053",
                    "conf",
                    "/provider",
                    "component %s would be run by %s: built-in components and FATE's Python do not understand each other"
                            .formatted(component, told(chosen)),
                    "Name one kind of provider for all parties, in provider.common")));
        }
    }

    private static String told(Map<Party, String> chosen) {
        return chosen.entrySet().stream()
                .map(entry -> "%s at %s"
                        .formatted(
                                entry.getValue().equals(Providers.BUILT_IN) ? "the built-in one" : entry.getValue(),
                                entry.getKey()))
                .collect(Collectors.joining(", "));
    }
}
