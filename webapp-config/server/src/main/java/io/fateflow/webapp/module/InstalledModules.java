package io.fateflow.webapp.module;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.Components;

/** The modules that a DSL may name here without a file of the operator's. */
public final class InstalledModules {

    private static final String PROVIDER = "fate";

    private InstalledModules() {}

    /** FATE's modules, and after them those of components on the class path that FATE does not have. */
    public static ModuleCatalog catalog() {
        return catalog(Components.all());
    }

    static ModuleCatalog catalog(Stream<Component> components) {
        return ModuleCatalog.standard()
                .withMissing(components.map(InstalledModules::module).toList());
    }

    private static FateModule module(Component component) {
        TreeMap<String, String> codePaths = new TreeMap<>();
        new TreeSet<>(component.roles()).forEach(role -> codePaths.put(role, component.module()));
        return new FateModule(component.module(), PROVIDER, List.of(), codePaths);
    }
}
