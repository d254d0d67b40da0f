package io.fateflow.worker.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.fateflow.worker.agent.CommandTemplate;
import io.fateflow.worker.agent.Worker;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.local.ConfinementCheck;
import io.fateflow.worker.local.LocalProcesses;
import io.fateflow.worker.process.FileNames;
import io.fateflow.worker.process.HostName;
import io.fateflow.worker.process.PrivateFiles;
import io.fateflow.worker.provider.FateProvider;
import io.fateflow.worker.provider.InstalledFate;
import io.fateflow.worker.remote.Credentials;
import io.fateflow.worker.remote.HttpExecutorTasks;
import io.fateflow.worker.run.UserIds;
import io.fateflow.worker.runtime.Confinement;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.ExecutorRuntimeProvider;
import io.fateflow.worker.submit.SparkHome;

/** Runs a worker until the process is told to end; its executors go on, and a new worker finds them. */
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = "Runs executors on this machine for a server on another one.",
        footer = "The password is read from --password-file, or from the environment variable " + WorkerCommand.PASSWORD
                + ".")
public final class WorkerCommand implements Callable<Integer> {

    private static final String LOCAL = "local";
    private static final String EXCHANGE = "exchange";
    private static final String OPEN = "open";
    /** In bytes: no table has room in it, and none at all would be a shared folder. */
    private static final long NO_CACHE = 1;

    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,6})([mMgG])");

    private static final int MEGABYTES = 20;

    static final String PASSWORD = "FATE_FLOW_PASSWORD";

    private final Map<String, String> environment;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--server",
            required = true,
            split = ",",
            description = "the site's server, such as https://fate.example:9380; if it has several, all of them:"
                    + " when one does not answer, the next is asked")
    private List<URI> servers = List.of();

    @Option(names = "--user", required = true, description = "a user of the server that may run executors")
    private String user = "";

    @Option(names = "--password-file", description = "a file whose first line is the password")
    private @Nullable Path passwordFile;

    @Option(
            names = "--work-dir",
            defaultValue = "fate-worker",
            description = "for jobs, logs and tables (${DEFAULT-VALUE})")
    private Path workDirectory = Path.of("");

    @Option(names = "--tables", description = "the site's tables; below the work directory unless given")
    private @Nullable Path tables;

    @Option(
            names = "--no-shared-folder",
            description =
                    "this machine shares no folder with the servers: executors get tables and files from them, and"
                            + " give back what they make")
    private boolean noSharedFolder;

    @Option(
            names = "--file-cache",
            defaultValue = "20g",
            description =
                    "with --no-shared-folder: how much of the site's files is kept below the work directory, such as"
                            + " 500m or 20g, or 0 for nothing (${DEFAULT-VALUE})")
    private String fileCache = "20g";

    @Option(
            names = "--slots",
            defaultValue = "2",
            description = "how many executors at the same time (${DEFAULT-VALUE})")
    private int slots;

    @Option(
            names = "--ready-executors",
            defaultValue = "0",
            description =
                    "how many Java executors wait at most for attempts that come, while some come: each needs some"
                            + " 45 MB (${DEFAULT-VALUE}); local only")
    private int readyExecutors;

    @Option(
            names = "--executor-users",
            description =
                    "user ids that nobody else has on this machine, such as 200000-200031: each executor is another one of"
                            + " them, and sees nothing of others; needs root, --no-shared-folder, and more ids than slots")
    private @Nullable String executorUsers;

    @Option(
            names = "--executor-network",
            defaultValue = EXCHANGE,
            description =
                    "with --executor-users: what executors reach; exchange (nothing but their own site's, through this"
                            + " worker) or open (what this machine reaches, such as databases of connectors); ${DEFAULT-VALUE}")
    private String executorNetwork = EXCHANGE;

    @Option(
            names = "--resource",
            description =
                    "what the machine has for executors, where that is not what is found there: a label with a number"
                            + " or a list of units, such as GPU=2, GPU=[0,3] or license/gurobi=1")
    private Map<String, String> resources = Map.of();

    @Option(
            names = "--commands",
            description = "a YAML file of the programs that run modules here, as a server's fate.worker.commands has"
                    + " them; else the built-in components do")
    private @Nullable Path commands;

    @Option(
            names = "--runtime",
            defaultValue = LOCAL,
            description =
                    "where executors run: local (processes of this machine), or a runtime of those that this program has,"
                            + " such as kubernetes; ${DEFAULT-VALUE} unless given")
    private String runtime = LOCAL;

    @Option(names = "--runtime-settings", description = "the file of a runtime's settings; local needs none")
    private @Nullable Path runtimeSettings;

    @Option(
            names = "--providers",
            description = "a YAML file of the FATE installations whose Python runs modules here, as a server's"
                    + " fate.worker.providers has them; or FATE_PYTHON_HOME in the environment names one")
    private @Nullable Path providers;

    @Option(
            names = "--spark-home",
            description = "a Spark installation, for components that are to run there; needs --spark-master,"
                    + " --spark-application, --spark-cores and --spark-memory")
    private @Nullable Path sparkHome;

    @Option(names = "--spark-master", description = "its master, such as spark://10.0.0.5:7077")
    private String sparkMaster = "";

    @Option(names = "--spark-application", description = "the jar fate-flow-bpm-spark")
    private Path sparkApplication = Path.of("");

    @Option(
            names = "--spark-driver-host",
            defaultValue = "127.0.0.1",
            description = "where Spark's executors reach this machine (${DEFAULT-VALUE})")
    private String sparkDriverHost = "127.0.0.1";

    @Option(names = "--spark-cores", description = "how many cores of Spark's executors its attempts may have together")
    private int sparkCores;

    @Option(names = "--spark-memory", description = "likewise their memory, such as 8g")
    private String sparkMemory = "";

    @Option(names = "--worker-id", description = "tells workers apart; the host's name unless given")
    private @Nullable String workerId;

    @Option(
            names = "--insecure",
            description = "allow http:// to another machine: password and data can be read on the way")
    private boolean insecure;

    public WorkerCommand() {
        this(System.getenv());
    }

    WorkerCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        HttpExecutorTasks site = new HttpExecutorTasks(servers, this::credentials);
        WorkerSettings settings = settings();
        FileNames.warning().ifPresent(System.out::println);
        PrivateFiles.fromNowOn();
        PrivateFiles.directory(workDirectory);
        if (settings.confinement().isPresent()) {
            requireConfinement(settings.confinement().get(), settings.workDirectory());
        }
        try (ExecutorRuntime executors = runtime();
                Worker worker = new Worker(site, settings, executors)) {
            worker.start();
            CompletableFuture<Void> end = worker.drained();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                worker.close();
                end.complete(null);
            }));
            System.out.println("worker " + settings.workerId() + " takes tasks from "
                    + servers.stream().map(URI::toString).collect(Collectors.joining(", ")) + "; Ctrl-C ends it");
            end.join();
        }
        return 0;
    }

    WorkerSettings settings() throws IOException {
        for (URI server : servers) {
            requireSafe(server);
        }
        String id = workerId == null ? HostName.get() : workerId;
        if (slots < 1) {
            throw wrong("--slots must be at least 1");
        }
        if (readyExecutors < 0) {
            throw wrong("--ready-executors must be at least 0");
        }
        if (noSharedFolder && tables != null) {
            throw wrong(
                    "--no-shared-folder and --tables exclude each other: with the first, tables come from the server");
        }
        long cache = noSharedFolder ? bytes("--file-cache", fileCache) : 0;
        WorkerSettings settings = WorkerSettings.of(id, workDirectory, slots, servers.toArray(URI[]::new))
                .withFileCache(cache)
                .withResources(resources)
                .withCommands(commands())
                .withProviders(providers())
                .withReadyExecutors(readyExecutors);
        Optional<Confinement> confinement = confinement();
        if (confinement.isPresent()) {
            settings = settings.withConfinement(confinement.get());
        }
        WorkerSettings withTables = tables == null ? settings : settings.withTableStore(tables);
        return sparkHome == null ? withTables : withTables.withSpark(spark(sparkHome));
    }

    private SparkHome spark(Path home) {
        if (!runtime.equals(LOCAL)) {
            throw wrong("--spark-home needs --runtime local: Spark's drivers are processes of this machine");
        }
        return new SparkHome(home, sparkMaster, sparkApplication, sparkDriverHost, sparkCores, (int)
                (bytes("--spark-memory", sparkMemory) >> MEGABYTES));
    }

    private Optional<Confinement> confinement() {
        if (executorUsers == null) {
            return Optional.empty();
        }
        if (!noSharedFolder) {
            throw wrong("--executor-users needs --no-shared-folder: who shares the site's tables sees all of them");
        }
        if (!runtime.equals(LOCAL) || readyExecutors > 0) {
            throw wrong("--executor-users is for --runtime local, and none of its executors is started ahead");
        }
        if (sparkHome != null) {
            throw wrong(
                    "--executor-users and --spark-home exclude each other: Spark's drivers are called by its executors");
        }
        if (!List.of(EXCHANGE, OPEN).contains(executorNetwork)) {
            throw wrong("--executor-network is exchange or open, not " + executorNetwork);
        }
        try {
            UserIds ids = UserIds.parse(executorUsers);
            if (ids.size() <= slots) {
                throw wrong("--executor-users: " + slots + " executors at once need more than " + ids.size()
                        + " ids, since one that ends may still have processes");
            }
            return Optional.of(new Confinement(ids, executorNetwork.equals(EXCHANGE)));
        } catch (IllegalArgumentException e) {
            throw wrong("--executor-users: " + e.getMessage());
        }
    }

    /** What was asked for is there, or this worker does not begin. */
    private void requireConfinement(Confinement confinement, Path work) throws IOException {
        List<String> missing = new ConfinementCheck(work, confinement).missing();
        if (!missing.isEmpty()) {
            throw wrong(
                    ("FFB-5246 executors cannot be kept from what is not theirs, as --executor-users asks for:%n%s%n"
                                    + "What to do: run this worker as root of a machine or container that may do this, or"
                                    + " without --executor-users where all components are trusted")
                            .formatted(
                                    missing.stream().map(line -> "  - " + line).collect(Collectors.joining("\n"))));
        }
        System.out.println("executors are users " + confinement.users()
                + (confinement.network()
                        ? ", see their own files only, and reach nothing but this site's exchange"
                        : " and see their own files only; they reach what this machine reaches"));
    }

    private long bytes(String option, String size) {
        if (size.equals("0")) {
            return NO_CACHE;
        }
        Matcher matcher = SIZE.matcher(size);
        if (!matcher.matches()) {
            throw wrong(option + " is a size such as 500m or 20g, or 0, not " + size);
        }
        return Long.parseLong(matcher.group(1)) << (matcher.group(2).equalsIgnoreCase("g") ? 30 : MEGABYTES);
    }

    private Map<String, CommandTemplate> commands() throws IOException {
        if (commands == null) {
            return Map.of();
        }
        try {
            return CommandsFile.read(commands);
        } catch (NoSuchFileException e) {
            throw wrong("--commands: there is no file " + e.getFile());
        } catch (IllegalArgumentException e) {
            throw wrong("--commands: " + e.getMessage());
        }
    }

    ExecutorRuntime runtime() throws IOException {
        if (runtime.equals(LOCAL)) {
            return executorUsers == null
                    ? new LocalProcesses()
                    : LocalProcesses.withUsers(executorNetwork.equals(EXCHANGE), servers);
        }
        List<ExecutorRuntimeProvider> others = ServiceLoader.load(ExecutorRuntimeProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        ExecutorRuntimeProvider provider = others.stream()
                .filter(other -> other.name().equals(runtime))
                .findFirst()
                .orElseThrow(() -> wrong("--runtime: there is no " + runtime + ", only "
                        + Stream.concat(Stream.of(LOCAL), others.stream().map(ExecutorRuntimeProvider::name))
                                .collect(Collectors.joining(", "))));
        if (runtimeSettings == null) {
            throw wrong("--runtime " + runtime + " needs its settings: give --runtime-settings FILE");
        }
        try {
            ExecutorRuntime opened = provider.open(runtimeSettings);
            if (opened.needsSiteFiles() && !noSharedFolder) {
                opened.close();
                throw wrong(
                        "FFB-5267 --runtime-settings: executors have no volume in common with this worker, so they get"
                                + " tables from the server: give --no-shared-folder");
            }
            return opened;
        } catch (NoSuchFileException e) {
            throw wrong("--runtime-settings: there is no file " + e.getFile());
        } catch (IllegalArgumentException e) {
            throw wrong("--runtime-settings: " + e.getMessage());
        }
    }

    private List<FateProvider> providers() throws IOException {
        if (providers == null) {
            return InstalledFate.of(environment).stream().toList();
        }
        try {
            return ProvidersFile.read(providers);
        } catch (NoSuchFileException e) {
            throw wrong("--providers: there is no file " + e.getFile());
        } catch (IllegalArgumentException e) {
            throw wrong("--providers: " + e.getMessage());
        }
    }

    private Credentials credentials() {
        try {
            return new Credentials(user, password());
        } catch (NoSuchFileException e) {
            throw wrong("--password-file: there is no file " + e.getFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String password() throws IOException {
        if (passwordFile != null) {
            return Files.readString(passwordFile).lines().findFirst().orElse("");
        }
        return Optional.ofNullable(environment.get(PASSWORD))
                .orElseThrow(() -> wrong("there is no password: give --password-file, or set " + PASSWORD));
    }

    private void requireSafe(URI server) throws IOException {
        boolean http = "http".equals(server.getScheme());
        if (server.getHost() == null || !(http || "https".equals(server.getScheme()))) {
            throw wrong("--server must be a URL such as https://fate.example:9380");
        }
        if (http && !insecure && !InetAddress.getByName(server.getHost()).isLoopbackAddress()) {
            throw wrong("http:// to another machine shows password and data to whoever listens:"
                    + " use https://, or accept that with --insecure");
        }
    }

    private ParameterException wrong(String message) {
        if (spec == null) {
            throw new IllegalStateException(message);
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
