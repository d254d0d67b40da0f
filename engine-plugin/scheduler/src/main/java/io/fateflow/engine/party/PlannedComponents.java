package io.fateflow.engine.party;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.dsl.ComponentPlan;
import io.fateflow.dsl.ComponentProviders;
import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.JobPlan;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.Problem;
import io.fateflow.dsl.SparkRun;
import io.fateflow.engine.party.ComponentChecks.Planned;

/**
 * Finds what a job's components would fail at, before it is accepted. Those that do not run are not looked at: taken over
 * from an older job, or with {@code need_run} unset.
 */
public final class PlannedComponents {

    private static final String PARAMETERS = "/component_parameters";

    private final ComponentChecks checks;

    public PlannedComponents(ComponentChecks checks) {
        this.checks = checks;
    }

    /** Everything that is wrong at some of its parties, FFB-2011; empty if nothing is. */
    public List<Problem> problems(JobPlan plan, Collection<Party> parties) {
        Set<String> inherited = new HashSet<>();
        new JobConf(plan.runtimeConf())
                .common()
                .inheritance()
                .path("component_list")
                .forEach(name -> inherited.add(name.asText()));
        ComponentProviders named = new ComponentProviders(plan.dsl(), plan.runtimeConf());
        List<Problem> problems = new ArrayList<>();
        for (ComponentPlan component : plan.components()) {
            component.parties().forEach((party, parameters) -> {
                if (parties.contains(party) && !inherited.contains(component.name()) && needsToRun(parameters)) {
                    checks.objection(new Planned(
                                    party,
                                    component.name(),
                                    component.module(),
                                    named.named(component.name(), party),
                                    SparkRun.of(plan.dsl(), plan.runtimeConf(), component.name(), party)
                                            .isPresent(),
                                    parameters,
                                    plan.parties()))
                            .ifPresent(why -> problems.add(problem(plan.runtimeConf(), component.name(), party, why)));
                }
            });
        }
        return problems;
    }

    private static boolean needsToRun(ObjectNode parameters) {
        return parameters.path("need_run").asBoolean(true);
    }

    private static Problem problem(JsonNode conf, String component, Party party, String why) {
        return new Problem(
                "FFB-2011",
                "conf",
                pointer(conf, component, party),
                "component %s can't run at %s: %s".formatted(component, party, why),
                "Correct it and submit again; nothing was kept of this job");
    }

    /** Where the user would look for the component's parameters. */
    private static String pointer(JsonNode conf, String component, Party party) {
        String common = PARAMETERS + "/common/" + component;
        String role = PARAMETERS + "/role/" + party.role();
        for (String place : List.of(common, role)) {
            if (!conf.at(place).isMissingNode()) {
                return place;
            }
        }
        return PARAMETERS;
    }
}
