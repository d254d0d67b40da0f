package io.fateflow.engine.consent;

import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

import io.fateflow.dsl.module.ModuleCatalog;

/** What other parties get to know of a table, by what the modules that get data of it say of themselves. */
public final class Disclosures {

    private static final String UNKNOWN =
            "Nobody has written down what leaves this party: ask who has made the module.";

    private final ModuleCatalog modules;

    public Disclosures(ModuleCatalog modules) {
        this.modules = modules;
    }

    /** A sentence for each module, by its name. */
    public SortedMap<String, String> of(Collection<String> names, String role) {
        SortedMap<String, String> sentences = new TreeMap<>();
        names.forEach(name -> sentences.put(name, of(name, role)));
        return sentences;
    }

    /** A sentence, also of a module of which nothing is known. */
    public String of(String module, String role) {
        return modules.find(module)
                .map(known -> known.discloses().getOrDefault(role, UNKNOWN))
                .orElse(UNKNOWN);
    }
}
