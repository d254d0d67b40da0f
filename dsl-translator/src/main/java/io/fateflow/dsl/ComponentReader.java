package io.fateflow.dsl;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** Reads one entry of the DSL's {@code components}, without looking at the others. */
final class ComponentReader {

    private final ModuleCatalog catalog;
    private final ProviderRules providers;
    private final Findings findings;

    ComponentReader(ModuleCatalog catalog, Findings findings) {
        this.catalog = catalog;
        this.providers = new ProviderRules(catalog, findings);
        this.findings = findings;
    }

    DeclaredComponent read(String name, JsonNode node, Place place) {
        checkName(name, place);
        if (!node.isObject()) {
            findings.add(ProblemKind.COMPONENT_NOT_AN_OBJECT, place, name);
            return new DeclaredComponent(name, place, "", Optional.empty(), Outputs.unreadable(), List.of());
        }
        String moduleName = moduleName(name, node, place);
        if (node.has("provider")) {
            providers.check(node.get("provider"), place.at("provider"));
        }
        return new DeclaredComponent(
                name,
                place,
                moduleName,
                moduleName.isEmpty() ? Optional.empty() : module(name, moduleName, place),
                new OutputReader(name, findings).read(node.path("output"), place.at("output")),
                new InputReader(name, findings).read(node.path("input"), place.at("input")));
    }

    private void checkName(String name, Place place) {
        if (name.isEmpty()) {
            findings.add(ProblemKind.NAME_EMPTY, place);
        } else if (!ComponentNames.hasLegalCharacters(name)) {
            findings.add(ProblemKind.NAME_ILLEGAL, place, name);
        } else if (!ComponentNames.isShortEnough(name)) {
            findings.add(
                    ProblemKind.NAME_TOO_LONG, place, name, ComponentNames.MAX_CHARACTERS, ComponentNames.MAX_BYTES);
        }
    }

    private String moduleName(String name, JsonNode node, Place place) {
        JsonNode module = node.path("module");
        if (module.isTextual() && !module.textValue().isEmpty()) {
            return module.textValue();
        }
        if (module.isMissingNode() || module.isTextual() || module.isNull()) {
            findings.add(ProblemKind.MODULE_MISSING, place, name);
        } else {
            findings.add(ProblemKind.MODULE_NOT_TEXT, place.at("module"), name);
        }
        return "";
    }

    private Optional<FateModule> module(String name, String moduleName, Place place) {
        Optional<FateModule> module = catalog.find(moduleName);
        if (module.isEmpty()) {
            String guess = catalog.closestTo(moduleName)
                    .map(" (did you mean %s?)"::formatted)
                    .orElse("");
            findings.add(ProblemKind.MODULE_UNKNOWN, place.at("module"), name, moduleName, guess);
        }
        return module;
    }
}
