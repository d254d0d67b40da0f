package io.fateflow.webapp.provider;

import java.util.List;
import java.util.Locale;

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
 * {@code provider/get}, {@code component/get} and those of one: the modules that this site can run. FATE's lists have modules,
 * too, that its server has no packages for; these have not.
 */
@Controller
class ProviderController {

    private static final String FATE_FLOW = "fate_flow";

    private final List<FateModule> modules;
    private final FederationProperties federation;
    private final WireJson json;

    ProviderController(
            ModuleCatalog catalog, RunnableModules runnable, FederationProperties federation, WireJson json) {
        this.modules = catalog.modules().stream()
                .filter(module -> runnable.canRun(module.name()))
                .toList();
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
        modules.stream().map(FateModule::provider).distinct().sorted().forEach(name -> {
            ObjectNode provider = provider(name);
            ArrayNode names = provider.withObjectProperty(version(name)).putArray("components");
            of(name).forEach(module -> names.add(module.name().toLowerCase(Locale.ROOT)));
            data.set(name, provider);
        });
        return data;
    }

    /** No data for a provider that is not here. */
    @PostMapping("/v1/provider/{name}/get")
    Envelope one(@PathVariable String name) {
        return of(name).isEmpty() ? Envelope.success() : Envelope.of(provider(name));
    }

    private ObjectNode provider(String name) {
        ObjectNode provider = json.object();
        provider.putObject("default").put("version", version(name));
        ObjectNode one = provider.putObject(version(name)).put("path", "").put("python", "");
        one.putObject("class_path");
        ObjectNode components = one.putObject("components");
        of(name).forEach(module ->
                names(module).forEach(key -> components.putObject(key).put("module", module.name())));
        return provider;
    }

    private List<FateModule> of(String provider) {
        return modules.stream()
                .filter(module -> module.provider().equals(provider))
                .toList();
    }

    private String version(String provider) {
        return provider.equals(FATE_FLOW) ? ProviderInfo.FATE_FLOW_VERSION : federation.fateVersion();
    }

    /** A module's name, and the same in small letters, as FATE has them. */
    private static List<String> names(FateModule module) {
        return List.of(module.name(), module.name().toLowerCase(Locale.ROOT));
    }

    /** Each module under both of its names. */
    @PostMapping("/v1/component/get")
    Envelope components() {
        return Envelope.of(allComponents());
    }

    private ObjectNode allComponents() {
        ObjectNode data = json.object();
        for (FateModule module : modules) {
            names(module).forEach(name -> data.set(name, component(module)));
        }
        return data;
    }

    @PostMapping("/v1/component/{name}/get")
    Envelope component(@PathVariable String name) {
        return modules.stream()
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
