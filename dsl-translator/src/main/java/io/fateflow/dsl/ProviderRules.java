package io.fateflow.dsl;

import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.dsl.problem.Findings;
import io.fateflow.dsl.problem.Place;
import io.fateflow.dsl.problem.ProblemKind;

/** {@code name[@version]}: the name is one of the catalogue's; which versions there are, each party knows for itself. */
final class ProviderRules {

    private static final Pattern FORMAT = Pattern.compile("[^@]+(@[^@]+)?");

    private final ModuleCatalog catalog;
    private final Findings findings;

    ProviderRules(ModuleCatalog catalog, Findings findings) {
        this.catalog = catalog;
        this.findings = findings;
    }

    void check(JsonNode provider, Place place) {
        String text = provider.isTextual() ? provider.textValue() : "";
        if (!FORMAT.matcher(text).matches()) {
            findings.add(ProblemKind.PROVIDER_MALFORMED, place, provider.isTextual() ? text : provider);
            return;
        }
        int at = text.indexOf('@');
        String name = at < 0 ? text : text.substring(0, at);
        if (!catalog.providers().contains(name)) {
            findings.add(ProblemKind.PROVIDER_UNKNOWN, place, name, String.join(", ", catalog.providers()));
        }
    }
}
