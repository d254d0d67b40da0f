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
import io.fateflow.worker.retry.Backoff;

/** The FATE installations of this worker: how they are started, and, once it was tried, what they can run. */
final class Installations {

    private static final Logger log = LoggerFactory.getLogger(Installations.class);
    private static final Duration PROBE_LIMIT = Duration.ofMinutes(3);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);

    private final WorkerSettings settings;
    private final @Nullable Path runner;
    private final Backoff pauses;
    private final AtomicReference<@Nullable ObjectNode> found = new AtomicReference<>();

    private Installations(WorkerSettings settings, @Nullable Path runner, Backoff pauses) {
        this.settings = settings;
        this.runner = runner;
        this.pauses = pauses;
    }

    /** Puts the runner where their Python finds it; a worker without installations needs none. */
    static Installations of(WorkerSettings settings) throws IOException {
        return of(settings, new Backoff(FIRST_PAUSE, LONGEST_PAUSE));
    }

    /** @param pauses before those are tried again of which nothing could be found out */
    static Installations of(WorkerSettings settings, Backoff pauses) throws IOException {
        return new Installations(
                settings,
                settings.providers().isEmpty() ? null : RunnerJar.install(settings.executorDirectory()),
                pauses);
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

    /**
     * Tries them all, one after the other; and again those of which nothing could be found out, as long as there are any: the
     * machine may have been busy, or a disk not there yet.
     */
    void probe() throws InterruptedException {
        Path jar = runner;
        if (jar == null) {
            return;
        }
        ObjectNode all = probe(settings.providers(), jar, JsonNodeFactory.instance.objectNode());
        for (int failures = 1; ; failures++) {
            List<FateProvider> unknown = unknown(all);
            if (unknown.isEmpty()) {
                return;
            }
            Thread.sleep(pauses.delay(failures).toMillis());
            all = probe(unknown, jar, all);
        }
    }

    private List<FateProvider> unknown(ObjectNode all) {
        return settings.providers().stream()
                .filter(provider -> all.path(provider.name()).path("modules").isEmpty())
                .toList();
    }

    private ObjectNode probe(List<FateProvider> providers, Path jar, ObjectNode before) throws InterruptedException {
        ObjectNode all = before.deepCopy();
        ProviderProbe probe = new ProviderProbe(ExecutorEnvironment.withoutSecrets(System.getenv()), PROBE_LIMIT);
        for (FateProvider provider : providers) {
            all.set(
                    provider.name(),
                    probe(probe, provider, jar).put("home", provider.home().toString()));
        }
        found.set(all);
        return all;
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
