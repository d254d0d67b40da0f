package io.fateflow.webapp.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.module.FateModule;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.party.Providers;
import io.fateflow.worker.component.Components;
import io.fateflow.worker.provider.FateProvider;
import io.fateflow.worker.provider.InstalledFate;

/**
 * The FATE installations of this site: those in this server's settings, and those that workers have announced. Servers of a
 * site are set up alike.
 */
public final class SiteProviders implements Providers {

    private final WorkerProperties worker;
    private final List<FateProvider> installed;
    private final ModuleCatalog catalog;
    private final String ownVersion;
    private final Supplier<List<SiteWorker>> workers;

    /**
     * Makes them.
     *
     * @param environment of this server, which may name an installation, too
     * @param ownVersion which FATE the built-in components stand for
     * @param workers those of the site that are known now
     */
    SiteProviders(
            WorkerProperties worker,
            Map<String, String> environment,
            ModuleCatalog catalog,
            String ownVersion,
            Supplier<List<SiteWorker>> workers) {
        this.worker = worker;
        this.catalog = catalog;
        this.ownVersion = ownVersion;
        this.workers = workers;
        this.installed = new ArrayList<>(worker.providers().stream()
                .map(WorkerProperties.Provider::installed)
                .toList());
        InstalledFate.of(environment)
                .filter(fate -> installed.stream().noneMatch(one -> one.name().equals(fate.name())))
                .ifPresent(installed::add);
    }

    /** For the worker in this server's process. */
    List<FateProvider> installed() {
        return List.copyOf(installed);
    }

    @Override
    public String ofSubmitted(String module, String named, List<Party> parties) {
        String wanted = wanted(module, named);
        if (isVersion(wanted)) {
            return !names().contains(wanted) && wanted.endsWith("@" + ownVersion) && isBuiltIn(module)
                    ? BUILT_IN
                    : wanted;
        }
        return withPartner(module, parties)
                .or(() -> worker.providers().stream()
                        .filter(provider -> provider.isPreferredFor(module)
                                && whyNot(provider.name(), module).isEmpty())
                        .map(WorkerProperties.Provider::name)
                        .findFirst())
                .orElseGet(() -> unlessBuiltIn(module));
    }

    @Override
    public String here(String module, String named, List<Party> parties) {
        String wanted = wanted(module, named);
        return isVersion(wanted) ? wanted : withPartner(module, parties).orElseGet(() -> unlessBuiltIn(module));
    }

    /**
     * What executors of FATE Flow's own sites understand. It is chosen even if it can't import the module, as that can be
     * refused with the reason: a built-in component would wait for ever.
     */
    private Optional<String> withPartner(String module, List<Party> parties) {
        String owner = catalog.find(module).map(FateModule::provider).orElse("");
        return worker.providers().stream()
                .filter(provider -> provider.name().startsWith(owner + "@")
                        && parties.stream()
                                .anyMatch(party -> provider.partners().contains(party.partyId())))
                .map(WorkerProperties.Provider::name)
                .findFirst();
    }

    /** A provider for another module's kind, such as a DSL's one for all, says nothing of this module. */
    private String wanted(String module, String named) {
        String owner = catalog.find(module).map(FateModule::provider).orElse("");
        return named.equals(owner) || named.startsWith(owner + "@") ? named : "";
    }

    private static boolean isVersion(String wanted) {
        return wanted.contains("@");
    }

    private boolean isBuiltIn(String module) {
        return worker.runsProgram(module) || Components.installed(module).isPresent();
    }

    private String unlessBuiltIn(String module) {
        if (isBuiltIn(module)) {
            return BUILT_IN;
        }
        return names().stream()
                .filter(name -> whyNot(name, module).isEmpty())
                .findFirst()
                .orElse(BUILT_IN);
    }

    /** All of the site, sorted. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        installed.forEach(provider -> names.add(provider.name()));
        announced().forEach(worker -> worker.fieldNames().forEachRemaining(names::add));
        return names;
    }

    /** Why no worker here can run a module by a provider; empty if one can, or if none has found out yet. */
    Optional<String> whyNot(String provider, String module) {
        if (!names().contains(provider)) {
            return Optional.of("no worker of this site has the provider %s, only %s".formatted(provider, told()));
        }
        List<JsonNode> answers = announced().stream()
                .map(one -> one.path(provider))
                .filter(JsonNode::isObject)
                .toList();
        List<String> reasons =
                answers.stream().map(one -> whyNot(one, provider, module)).toList();
        return reasons.isEmpty() || reasons.contains("")
                ? Optional.empty()
                : Optional.of(reasons.stream().distinct().collect(Collectors.joining("; ")));
    }

    private static String whyNot(JsonNode answer, String provider, String module) {
        String trouble = answer.path("trouble").asText();
        if (!trouble.isEmpty()) {
            return "%s can run nothing: %s".formatted(provider, trouble);
        }
        return answer.path("modules").properties().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(module))
                .map(entry -> entry.getValue().asText())
                .map(why -> why.isEmpty() ? "" : "%s cannot import its %s: %s".formatted(provider, module, why))
                .findFirst()
                .orElse("%s has no module %s".formatted(provider, module));
    }

    private String told() {
        Set<String> names = names();
        return names.isEmpty() ? "the built-in components" : String.join(", ", names) + " and the built-in components";
    }

    /** The modules that some worker can run by a provider. */
    Set<String> modules(String provider) {
        Set<String> modules = new TreeSet<>();
        announced()
                .forEach(one -> one.path(provider).path("modules").properties().forEach(entry -> {
                    if (entry.getValue().asText().isEmpty()) {
                        modules.add(entry.getKey());
                    }
                }));
        return modules;
    }

    /** Whether some installation runs it. */
    boolean runs(String module) {
        return names().stream().anyMatch(name -> modules(name).stream().anyMatch(module::equalsIgnoreCase));
    }

    private List<JsonNode> announced() {
        return workers.get().stream()
                .filter(one -> one.providers() != null)
                .map(one -> Json.read(one.providers()))
                .toList();
    }
}
