package io.fateflow.dsl;

import java.util.Set;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.ProblemKind;

/** Checks the conf's {@code provider} section: providers exist, and so do the components they are given for. */
final class ConfProviders {

    private final ProviderRules rules;
    private final Findings findings;

    ConfProviders(ModuleCatalog catalog, Findings findings) {
        this.rules = new ProviderRules(catalog, findings);
        this.findings = findings;
    }

    void check(ConfSection section, Set<String> components) {
        for (ConfSection.Layer layer : section.layers()) {
            layer.values().properties().forEach(e -> {
                rules.check(e.getValue(), layer.place().at(e.getKey()));
                if (!components.contains(e.getKey())) {
                    findings.add(
                            ProblemKind.PROVIDER_FOR_UNKNOWN_COMPONENT,
                            layer.place().at(e.getKey()),
                            e.getKey());
                }
            });
        }
    }
}
