package io.fateflow.webapp.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

import io.fateflow.database.Json;
import io.fateflow.dsl.Party;
import io.fateflow.engine.node.SiteWorker;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.party.Providers;
import io.fateflow.webapp.storage.SiteTables;
import io.fateflow.worker.api.SparkOptions;
import io.fateflow.worker.component.Component;
import io.fateflow.worker.component.Components;
import io.fateflow.worker.component.ParameterException;
import io.fateflow.worker.component.Parameters;
import io.fateflow.worker.component.Parties;
import io.fateflow.worker.process.FileNames;
import io.fateflow.worker.table.TableName;

/**
 * Asks the built-in components, unless a program runs the module: it may take other parameters. A table that is read
 * must be there, and a component's directories have its name.
 */
final class InstalledChecks implements ComponentChecks {

    private static final String READER = "reader";
    private static final Set<String> COPIERS = Set.of("download", "writer");

    private final WorkerProperties worker;
    private final SiteTables tables;
    private final Path componentsOfOthers;
    private final BiPredicate<String, String> disabled;
    private final Supplier<List<SiteWorker>> workers;
    private final SiteProviders providers;

    /**
     * Makes them.
     *
     * @param disabled whether somebody has switched off the table of that namespace and name
     * @param componentsOfOthers the directory of jars with more components; it need not be there
     * @param workers those of the site that are known now
     * @param providers its FATE installations
     */
    InstalledChecks(
            WorkerProperties worker,
            SiteTables tables,
            BiPredicate<String, String> disabled,
            Path componentsOfOthers,
            Supplier<List<SiteWorker>> workers,
            SiteProviders providers) {
        this.worker = worker;
        this.tables = tables;
        this.disabled = disabled;
        this.componentsOfOthers = componentsOfOthers;
        this.workers = workers;
        this.providers = providers;
    }

    @Override
    public Optional<String> objection(Planned planned) {
        return FileNames.objection(planned.name()).or(() -> whyItCanNotRun(planned));
    }

    private Optional<String> whyItCanNotRun(Planned planned) {
        String provider = providers.here(planned.module(), planned.provider(), planned.parties());
        if (!provider.equals(Providers.BUILT_IN)) {
            if (planned.onSpark()) {
                return Optional.of(
                        "it is to run on Spark and by %s, which runs its components itself: leave out one of the two"
                                .formatted(provider));
            }
            return providers
                    .whyNot(provider, planned.module())
                    .map(why -> why + "; an operator can configure it (fate.worker.providers)"
                            + (planned.provider().contains("@")
                                    ? ", or leave the version out: then built-in components run, as far as there are"
                                    : ""));
        }
        if (planned.onSpark()) {
            Optional<String> noSpark = noSpark(planned.module());
            if (noSpark.isPresent()) {
                return noSpark;
            }
        } else if (worker.runsProgram(planned.module())) {
            return Optional.empty();
        }
        Optional<Component> installed = Components.installed(planned.module());
        if (installed.isEmpty()) {
            return unknownModule(planned.module());
        }
        return wrongParameter(installed.get(), planned).or(() -> missingTable(planned));
    }

    /** Servers of a site are set up alike; a worker that is a process of its own says what it has. */
    private Optional<String> noSpark(String module) {
        if (SparkOptions.MODULES.stream().noneMatch(module::equalsIgnoreCase)) {
            return Optional.of("FFB-2062 module %s can't run on Spark, only %s: leave its engine out"
                    .formatted(module, String.join(", ", SparkOptions.MODULES)));
        }
        boolean some = (worker.enabled() && worker.spark() != null)
                || workers.get().stream()
                        .map(SiteWorker::resources)
                        .filter(Objects::nonNull)
                        .anyMatch(resources -> Json.read(resources).has(SparkOptions.CORES));
        return some
                ? Optional.empty()
                : Optional.of(
                        "FFB-2059 no worker of this site has Spark: an operator can configure it"
                                + " (fate.worker.spark.home, or --spark-home at a worker); or leave the component's engine out");
    }

    /**
     * Servers of a site are set up alike, so that this one knows what the workers inside them can run. A worker that is a
     * process of its own may know more, and so may jars with components of others.
     */
    private Optional<String> unknownModule(String module) {
        List<SiteWorker> known = workers.get();
        boolean allAreServers = !known.isEmpty()
                && known.stream().noneMatch(one -> one.lockOwner().isEmpty());
        return allAreServers && !Files.isDirectory(componentsOfOthers)
                ? Optional.of("no worker of this site has module %s, only %s; an operator can set a command for it"
                                .formatted(module, Components.modules())
                        + " (fate.worker.commands)")
                : Optional.empty();
    }

    private static Optional<String> wrongParameter(Component component, Planned planned) {
        Parameters parameters = new Parameters(planned.module() + "#" + planned.name(), planned.parameters());
        try {
            component.check(parameters, party(planned.party()), parties(planned.parties()));
            return Optional.empty();
        } catch (ParameterException wrong) {
            return Optional.ofNullable(wrong.getMessage());
        }
    }

    /** The output of an earlier job is looked for when the Reader runs: that job may run still. */
    private Optional<String> missingTable(Planned planned) {
        String module = planned.module().toLowerCase(Locale.ROOT);
        JsonNode table = COPIERS.contains(module)
                ? planned.parameters()
                : planned.parameters().path("table");
        if ((!module.equals(READER) && !COPIERS.contains(module)) || !table.hasNonNull("name")) {
            return Optional.empty();
        }
        TableName name = new TableName(
                table.path("namespace").asText(), table.path("name").asText());
        if (disabled.test(name.namespace(), name.name())) {
            return Optional.of("FFB-6136 table name: %s namespace: %s is switched off; switch it on with table/enable"
                    .formatted(name.name(), name.namespace()));
        }
        return isThere(name)
                ? Optional.empty()
                : Optional.of("can not found table name: %s namespace: %s; upload it first, at %s"
                        .formatted(name.name(), name.namespace(), planned.party()));
    }

    /** Where tables are may be away for a while: whether there is one, the Reader sees then. */
    private boolean isThere(TableName name) {
        try {
            return tables.has(name);
        } catch (IOException unknown) {
            return true;
        }
    }

    private static io.fateflow.worker.exchange.Party party(Party party) {
        return new io.fateflow.worker.exchange.Party(party.role(), party.idText());
    }

    private static Parties parties(List<Party> all) {
        return new Parties(all.stream()
                .collect(Collectors.groupingBy(
                        Party::role, Collectors.mapping(party -> party.idText(), Collectors.toList()))));
    }
}
