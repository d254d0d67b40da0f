package io.fateflow.webapp.provider;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.operations.query.ProviderInfo;
import io.fateflow.webapp.api.Envelope;
import io.fateflow.webapp.api.WireJson;
import io.fateflow.webapp.federation.FederationProperties;

/**
 * {@code provider/get}, {@code component/get} and those of one: the modules that this site can run, by built-in components
 * and, as versions of their own, by FATE installations. FATE's lists have modules, too, that its server has no packages for;
 * these have not.
 */
@Controller
class ProviderController {

    private static final String FATE_FLOW = "fate_flow";
    private static final String AT = "@";

    private final ModuleCatalog catalog;
    private final RunnableModules runnable;
    private final FederationProperties federation;
    private final WireJson json;

    ProviderController(
            ModuleCatalog catalog, RunnableModules runnable, FederationProperties federation, WireJson json) {
        this.catalog = catalog;
        this.runnable = runnable;
        this.federation = federation;
        this.json = json;
    }

    @PostMapping("/v1/provider/get")
    Envelope providers() {
        return Envelope.of(allProviders());
    }

    @PostMapping("/v1/provider/registry/get")
    Envelope registry() {
        ObjectNode data = json.object();
        data.set("components", allComponents());
        data.set("providers", allProviders());
        return Envelope.of(data);
    }

    private ObjectNode allProviders() {
        ObjectNode data = json.object();
        for (String name : catalog.providers()) {
            Map<String, Set<String>> versions = versions(name);
            if (!versions.isEmpty()) {
                ObjectNode provider = provider(name, versions);
                versions.forEach((version, modules) -> {
                    ArrayNode names = provider.withObjectProperty(version).putArray("components");
                    modules.forEach(module -> names.add(module.toLowerCase(Locale.ROOT)));
                });
                data.set(name, provider);
            }
        }
        return data;
    }

    /** No data for a provider that is not here. */
    @PostMapping("/v1/provider/{name}/get")
    Envelope one(@PathVariable String name) {
        Map<String, Set<String>> versions = versions(name);
        return versions.isEmpty() ? Envelope.success() : Envelope.of(provider(name, versions));
    }

    private ObjectNode provider(String name, Map<String, Set<String>> versions) {
        ObjectNode provider = json.object();
        provider.putObject("default").put("version", version(name));
        versions.forEach((version, modules) -> {
            ObjectNode one = provider.putObject(version).put("path", "").put("python", "");
            one.putObject("class_path");
            ObjectNode components = one.putObject("components");
            modules.forEach(module ->
                    names(module).forEach(key -> components.putObject(key).put("module", module)));
        });
        return provider;
    }

    /** What this program has of a provider counts as the version that it stands for, with an installation of the same. */
    private Map<String, Set<String>> versions(String provider) {
        Map<String, Set<String>> versions = new LinkedHashMap<>();
        catalog.modules().stream()
                .filter(module -> module.provider().equals(provider) && runnable.canRun(module.name()))
                .forEach(module -> versions.computeIfAbsent(version(provider), version -> new LinkedHashSet<>())
                        .add(module.name()));
        runnable.installations().forEach((name, modules) -> {
            if (name.startsWith(provider + AT)) {
                versions.computeIfAbsent(name.substring(name.indexOf(AT) + 1), version -> new LinkedHashSet<>())
                        .addAll(modules);
            }
        });
        return versions;
    }

    private String version(String provider) {
        return provider.equals(FATE_FLOW) ? ProviderInfo.FATE_FLOW_VERSION : federation.fateVersion();
    }

    private List<FateModule> modules() {
        return catalog.modules().stream()
                .filter(module -> runnable.canRun(module.name())
                        || runnable.installations().values().stream()
                                .anyMatch(modules -> modules.stream().anyMatch(module.name()::equalsIgnoreCase)))
                .toList();
    }

    /** A module's name, and the same in small letters, as FATE has them. */
    private static List<String> names(String module) {
        return List.of(module, module.toLowerCase(Locale.ROOT));
    }

    /** Each module under both of its names. */
    @PostMapping("/v1/component/get")
    Envelope components() {
        return Envelope.of(allComponents());
    }

    private ObjectNode allComponents() {
        ObjectNode data = json.object();
        for (FateModule module : modules()) {
            names(module.name()).forEach(name -> data.set(name, component(module)));
        }
        return data;
    }

    @PostMapping("/v1/component/{name}/get")
    Envelope component(@PathVariable String name) {
        return modules().stream()
                .filter(module ->
                        module.name().equalsIgnoreCase(name) || module.aliases().contains(name))
                .findFirst()
                .map(module -> Envelope.of(component(module)))
                .orElseGet(Envelope::success);
    }

    private ObjectNode component(FateModule module) {
        ObjectNode component = json.object().put("default_provider", module.provider());
        ArrayNode alias = component.putArray("alias").add(module.name());
        module.aliases().forEach(alias::add);
        component.putArray("support_provider").add(module.provider());
        return component;
    }
}
