package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.fateflow.worker.launch.RunnerJar;
import io.fateflow.worker.provider.FateProvider;
import io.fateflow.worker.provider.ProviderProbe;

/** The FATE installations of this worker: how they are started, and, once it was tried, what they can run. */
final class Installations {

    private static final Logger log = LoggerFactory.getLogger(Installations.class);
    private static final Duration PROBE_LIMIT = Duration.ofMinutes(3);

    private final WorkerSettings settings;
    private final @Nullable Path runner;
    private final AtomicReference<@Nullable ObjectNode> found = new AtomicReference<>();

    private Installations(WorkerSettings settings, @Nullable Path runner) {
        this.settings = settings;
        this.runner = runner;
    }

    /** Puts the runner where their Python finds it; a worker without installations needs none. */
    static Installations of(WorkerSettings settings) throws IOException {
        return new Installations(
                settings,
                settings.providers().isEmpty()
                        ? null
                        : RunnerJar.install(settings.workDirectory().resolve("executor")));
    }

    /** By the provider's name. */
    Map<String, CommandTemplate> templates() {
        Map<String, CommandTemplate> templates = new LinkedHashMap<>();
        Path jar = runner;
        if (jar != null) {
            for (FateProvider provider : settings.providers()) {
                templates.put(
                        provider.name(),
                        new CommandTemplate(provider.command(), false, true, provider.environment(jar)));
            }
        }
        return templates;
    }

    /** By the provider's name what its probe has found; null before the probes have ended, and without installations. */
    @Nullable
    ObjectNode found() {
        return found.get();
    }

    /** Tries them all, one after the other. */
    void probe() throws InterruptedException {
        Path jar = runner;
        if (jar == null) {
            return;
        }
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        ProviderProbe probe = new ProviderProbe(ExecutorEnvironment.withoutSecrets(System.getenv()), PROBE_LIMIT);
        for (FateProvider provider : settings.providers()) {
            all.set(
                    provider.name(),
                    probe(probe, provider, jar).put("home", provider.home().toString()));
        }
        found.set(all);
    }

    private ObjectNode probe(ProviderProbe probe, FateProvider provider, Path jar) throws InterruptedException {
        try {
            ObjectNode result = probe.of(provider, jar, settings.workDirectory().resolve("probes"));
            List<String> lost = result.path("modules").properties().stream()
                    .filter(module -> !module.getValue().asText().isEmpty())
                    .map(Map.Entry::getKey)
                    .toList();
            log.info(
                    "{} has {} modules; not to be imported: {}; {}",
                    provider.name(),
                    result.path("modules").size(),
                    lost,
                    result.path("trouble").asText());
            return result;
        } catch (IOException e) {
            return JsonNodeFactory.instance.objectNode().put("trouble", String.valueOf(e.getMessage()));
        }
    }
}
