package io.fateflow.webapp.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

import io.fateflow.engine.executor.WorkerService;
import io.fateflow.webapp.atrest.AtRest;
import io.fateflow.webapp.home.FateHome;
import io.fateflow.webapp.home.OwnAddress;
import io.fateflow.webapp.node.NodeHeartbeat;
import io.fateflow.webapp.storage.ObjectsProperties;
import io.fateflow.worker.agent.CommandTemplate;
import io.fateflow.worker.agent.Worker;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.process.HostName;

/** The worker in the server's own process: from when the server answers, until it stops. Executors outlive it. */
@Component
@ConditionalOnProperty(name = "fate.worker.enabled", havingValue = "true", matchIfMissing = true)
final class LocalWorker {

    /** A cache that no content of a table fits into. */
    private static final long NOTHING_KEPT = 1;

    private final WorkerService workers;
    private final WorkerProperties properties;
    private final FateHome home;
    private final ObjectsProperties objects;
    private final AtRest atRest;
    private final Clock clock;
    private final SiteProviders providers;
    private final OwnAddress address;
    private final CompletableFuture<Void> adopted = new CompletableFuture<>();
    private final AtomicReference<@Nullable Worker> running = new AtomicReference<>();

    LocalWorker(
            WorkerService workers,
            WorkerProperties properties,
            FateHome home,
            ObjectsProperties objects,
            AtRest atRest,
            Clock clock,
            NodeHeartbeat life,
            SiteProviders providers,
            OwnAddress address) {
        this.workers = workers;
        this.properties = properties;
        this.home = home;
        this.objects = objects;
        this.atRest = atRest;
        this.clock = clock;
        this.providers = providers;
        this.address = address;
        life.judgeNobodyBefore(adopted);
    }

    /** Before what starting has needed is given back: that copies the executors' jars, too. */
    @EventListener
    @Order(0)
    void start(ApplicationReadyEvent ready) {
        if (ready.getApplicationContext() instanceof ServletWebServerApplicationContext web) {
            Worker worker =
                    new Worker(workers.here(), settings(web.getWebServer().getPort()));
            try {
                worker.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            worker.onAdopted(() -> adopted.complete(null));
            running.set(worker);
        }
    }

    /** Before the engine goes, and the node: no task is taken that could not be reported. */
    @EventListener(ContextClosedEvent.class)
    @Order(0)
    void stop() {
        Worker worker = running.getAndSet(null);
        if (worker == null) {
            return;
        }
        if (properties.leaveExecutors()) {
            worker.close();
        } else {
            worker.stopExecutorsAndClose();
        }
    }

    private WorkerSettings settings(int port) {
        Map<String, CommandTemplate> commands = properties.commands().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().template()));
        WorkerProperties.Spark spark = properties.spark();
        return new WorkerSettings(
                properties.id().isEmpty() ? "node-" + HostName.get() : properties.id(),
                home.home(),
                executorDirectory(),
                home.tables(),
                fileCache(),
                false,
                properties.maxExecutors(),
                List.of(address.here(port)),
                commands,
                properties.executorHeap(),
                properties.readyExecutors(),
                properties.heartbeat(),
                properties.stopGrace(),
                properties.longestSilence(),
                properties.minFreeDisk().toBytes(),
                clock,
                properties.resources(),
                providers.installed(),
                spark == null ? null : spark.installed(),
                Optional.empty());
    }

    private Path executorDirectory() {
        Path configured = properties.executorDirectory();
        if (configured == null) {
            return home.home().resolve("executor");
        }
        try {
            Files.createDirectories(configured);
        } catch (IOException e) {
            throw new UncheckedIOException(unusable(configured), e);
        }
        if (!Files.isWritable(configured)) {
            throw new IllegalStateException(unusable(configured));
        }
        return configured;
    }

    private static String unusable(Path directory) {
        return "FFB-2064 The server does not start: fate.worker.executor-directory is %s, which is no directory that it can make or"
                        .formatted(directory)
                + " write to. Let its user write there, or correct the setting.";
    }

    /** Where tables are encrypted executors get them from this server, and nothing is kept as it is when they have ended. */
    private long fileCache() {
        if (atRest.isOn()) {
            return NOTHING_KEPT;
        }
        return objects.isOn() ? objects.cache().toBytes() : 0;
    }
}
