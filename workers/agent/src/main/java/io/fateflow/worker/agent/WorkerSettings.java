package io.fateflow.worker.agent;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.provider.FateProvider;
import io.fateflow.worker.runtime.Confinement;
import io.fateflow.worker.submit.SparkHome;

/**
 * What a worker is told.
 *
 * @param workerId tells this worker from others
 * @param workDirectory for jobs and logs, and {@code components} for jars with components of others; workers of one machine that
 *     share it go on with each other's executors
 * @param executorDirectory for the executor's jars and the archive of their classes; workers of one machine may share it
 * @param tableStore the directory of this site's tables, if it is shared with the site's servers
 * @param fileCache how many bytes of the site's files are kept here, for executors that get them from its servers; 0 if
 *     executors use {@code tableStore}
 * @param bringsLogs whether logs of executors go to the site's servers, as those do not see this machine's
 * @param maxExecutors how many executors run at the same time
 * @param servers where the site's servers are reached, such as {@code http://127.0.0.1:9380}; at least one, the first is
 *     asked first
 * @param commands what is started, by FATE's module name, or {@link #ANY_MODULE}; where nothing fits, the built-in Java
 *     executor
 * @param executorHeap the Java executors' limit, as for {@code -Xmx}
 * @param readyExecutors how many Java executors wait at most for attempts that come; each needs some 45 MB
 * @param heartbeatInterval how often the server is told that an executor lives
 * @param stopGrace how long an executor has to end by itself when it is stopped
 * @param longestSilence after which an executor that used to send heartbeats is stopped
 * @param minFreeDisk bytes that must be free in the work directory for another executor to be started
 * @param clock for the times in reports
 * @param resources what the machine has for executors, where that is not what is found there: by label a number, or a list
 *     of units
 * @param providers FATE installations whose Python runs what a job wants to be run by it
 * @param spark where components run that are to run on Spark; null if none can
 * @param confinement what keeps executors from what is not theirs; empty if they have the worker's own user
 */
public record WorkerSettings(
        String workerId,
        Path workDirectory,
        Path executorDirectory,
        Path tableStore,
        long fileCache,
        boolean bringsLogs,
        int maxExecutors,
        List<URI> servers,
        Map<String, CommandTemplate> commands,
        String executorHeap,
        int readyExecutors,
        Duration heartbeatInterval,
        Duration stopGrace,
        Duration longestSilence,
        long minFreeDisk,
        Clock clock,
        Map<String, String> resources,
        List<FateProvider> providers,
        @Nullable SparkHome spark,
        Optional<Confinement> confinement) {

    /** Key of {@link #commands} for modules that have no command of their own. */
    public static final String ANY_MODULE = "*";

    public WorkerSettings {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("a worker needs a server");
        }
        if (maxExecutors < 1) {
            throw new IllegalArgumentException("a worker runs at least 1 executor, not " + maxExecutors);
        }
        if (!executorHeap.matches("\\d+[kKmMgG]?")) {
            throw new IllegalArgumentException("the executor heap is a size such as 512m or 1g, not " + executorHeap);
        }
        if (readyExecutors < 0) {
            throw new IllegalArgumentException(
                    "the number of executors that wait is at least 0, not " + readyExecutors);
        }
        if (confinement.isPresent() && (fileCache == 0 || readyExecutors > 0)) {
            throw new IllegalArgumentException(
                    "executors with users of their own share no folder with the server, and none"
                            + " is started ahead");
        }
        if (heartbeatInterval.isNegative() || heartbeatInterval.isZero()) {
            throw new IllegalArgumentException("the heartbeat interval must be positive");
        }
        workDirectory = workDirectory.toAbsolutePath().normalize();
        executorDirectory = executorDirectory.toAbsolutePath().normalize();
        tableStore = tableStore.toAbsolutePath().normalize();
        servers = List.copyOf(servers);
        commands = Map.copyOf(commands);
        resources = Map.copyOf(resources);
        providers = List.copyOf(providers);
        if (spark != null && fileCache > 0) {
            throw new IllegalArgumentException(
                    "FFB-2061 a worker without a shared folder can't have Spark: its executors"
                            + " read the site's tables where they are");
        }
        if (providers.stream().map(FateProvider::name).distinct().count() < providers.size()) {
            throw new IllegalArgumentException("FFB-2054 two providers have the same name and version: "
                    + providers.stream().map(FateProvider::name).toList());
        }
    }

    /** A worker that runs the built-in executor: 1 GiB of heap, none that wait for attempts, a heartbeat every 3 s, 10 s to stop. */
    public static WorkerSettings of(String workerId, Path workDirectory, int maxExecutors, URI... servers) {
        return new WorkerSettings(
                workerId,
                workDirectory,
                workDirectory.resolve("executor"),
                workDirectory.resolve("tables"),
                0,
                false,
                maxExecutors,
                List.of(servers),
                Map.of(),
                "1g",
                0,
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                Duration.ofMinutes(2),
                256 * 1024 * 1024,
                Clock.systemUTC(),
                Map.of(),
                List.of(),
                null,
                Optional.empty());
    }

    /** Whether some module is run by the built-in executor, by itself or with a program inside. */
    boolean needsJavaExecutor() {
        return !commands.containsKey(ANY_MODULE)
                || !providers.isEmpty()
                || commands.values().stream().anyMatch(CommandTemplate::csvTables);
    }

    /** The same with other commands. */
    public WorkerSettings withCommands(Map<String, CommandTemplate> newCommands) {
        return with(draft -> draft.commands = newCommands);
    }

    /** The same with FATE installations. */
    public WorkerSettings withProviders(List<FateProvider> newProviders) {
        return with(draft -> draft.providers = newProviders);
    }

    /** The same with so many executors that wait for attempts. */
    public WorkerSettings withReadyExecutors(int number) {
        return with(draft -> draft.readyExecutors = number);
    }

    /** The same with Spark. */
    public WorkerSettings withSpark(SparkHome newSpark) {
        return with(draft -> draft.spark = newSpark);
    }

    /** The same with the tables elsewhere. */
    public WorkerSettings withTableStore(Path newTableStore) {
        return with(draft -> draft.tableStore = newTableStore);
    }

    /** The same without a folder that it shares with the servers. */
    public WorkerSettings withFileCache(long bytes) {
        return with(draft -> {
            draft.fileCache = bytes;
            draft.bringsLogs = bytes > 0;
        });
    }

    /** The same, and executors are kept from what is not theirs. */
    public WorkerSettings withConfinement(Confinement how) {
        return with(draft -> draft.confinement = Optional.of(how));
    }

    /** Whether executors get the site's files from its servers, and give back what they make. */
    boolean hasOwnFiles() {
        return fileCache > 0;
    }

    /** The same with another rhythm. */
    public WorkerSettings withTimes(Duration newHeartbeatInterval, Duration newStopGrace) {
        return with(draft -> {
            draft.heartbeatInterval = newHeartbeatInterval;
            draft.stopGrace = newStopGrace;
        });
    }

    /** The same with other limits. */
    public WorkerSettings withLimits(Duration newLongestSilence, long newMinFreeDisk) {
        return with(draft -> {
            draft.longestSilence = newLongestSilence;
            draft.minFreeDisk = newMinFreeDisk;
        });
    }

    /** The same on a machine that has something else for executors. */
    public WorkerSettings withResources(Map<String, String> newResources) {
        return with(draft -> draft.resources = newResources);
    }

    private WorkerSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new WorkerSettings(
                workerId,
                workDirectory,
                executorDirectory,
                draft.tableStore,
                draft.fileCache,
                draft.bringsLogs,
                maxExecutors,
                servers,
                draft.commands,
                executorHeap,
                draft.readyExecutors,
                draft.heartbeatInterval,
                draft.stopGrace,
                draft.longestSilence,
                draft.minFreeDisk,
                clock,
                draft.resources,
                draft.providers,
                draft.spark,
                draft.confinement);
    }

    /** What the next settings have in place of these. */
    private static final class Draft {

        private Path tableStore;
        private long fileCache;
        private boolean bringsLogs;
        private Map<String, CommandTemplate> commands;
        private int readyExecutors;
        private Duration heartbeatInterval;
        private Duration stopGrace;
        private Duration longestSilence;
        private long minFreeDisk;
        private Map<String, String> resources;
        private List<FateProvider> providers;
        private @Nullable SparkHome spark;
        private Optional<Confinement> confinement;

        Draft(WorkerSettings from) {
            this.tableStore = from.tableStore;
            this.fileCache = from.fileCache;
            this.bringsLogs = from.bringsLogs;
            this.commands = from.commands;
            this.readyExecutors = from.readyExecutors;
            this.heartbeatInterval = from.heartbeatInterval;
            this.stopGrace = from.stopGrace;
            this.longestSilence = from.longestSilence;
            this.minFreeDisk = from.minFreeDisk;
            this.resources = from.resources;
            this.providers = from.providers;
            this.spark = from.spark;
            this.confinement = from.confinement;
        }
    }
}
