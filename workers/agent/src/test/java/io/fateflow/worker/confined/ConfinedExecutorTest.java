package io.fateflow.worker.confined;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.agent.CommandTemplate;
import io.fateflow.worker.agent.Worker;
import io.fateflow.worker.agent.WorkerSettings;
import io.fateflow.worker.agent.testing.FakeServer;
import io.fateflow.worker.agent.testing.TaskBuilder;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.local.ConfinementCheck;
import io.fateflow.worker.local.LocalProcesses;
import io.fateflow.worker.process.ProcessGroup;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunKey;
import io.fateflow.worker.run.UserIds;
import io.fateflow.worker.runtime.Confinement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/** Executors with users of their own; where this machine does not let them, what is missing is why the tests are skipped. */
@Tag("processes")
class ConfinedExecutorTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final UserIds IDS = new UserIds(612_000, 612_003);

    /** Not below /tmp, which each executor has for itself. */
    private final Path work = Path.of("target", "confined-" + UUID.randomUUID()).toAbsolutePath();

    private final FakeServer server = new FakeServer();
    private final List<String> called = new CopyOnWriteArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<LocalProcesses> runtimes = new ArrayList<>();
    private HttpServer site;
    private URI url;

    ConfinedExecutorTest() throws IOException {
        site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = URI.create("http://127.0.0.1:" + site.getAddress().getPort());
    }

    @BeforeEach
    void aSiteAndAWorker() throws IOException {
        Files.createDirectories(work);
        assumeThat(new ConfinementCheck(work, new Confinement(IDS, true)).missing())
                .as("what this machine lacks for executors with users of their own")
                .isEmpty();
        site.createContext("/", call -> {
            called.add(call.getRequestMethod() + " " + call.getRequestURI() + " "
                    + new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                    + call.getRequestHeaders().getFirst("Authorization"));
            byte[] answer = "the site's".getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(200, answer.length);
            call.getResponseBody().write(answer);
            call.close();
        });
        site.start();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        for (Worker each : workers) {
            each.stopExecutorsAndClose();
        }
        for (LocalProcesses each : runtimes) {
            each.close();
        }
        site.stop(0);
        for (int id = IDS.first(); id <= IDS.last(); id++) {
            int user = id;
            await("processes of user " + id).until(() -> ProcessGroup.isWithoutProcess(user));
        }
        if (Files.exists(work)) {
            try (Stream<Path> all = Files.walk(work)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    @Test
    void anExecutorThatLooksForWhatIsNotItsOwnGetsNothing() throws Exception {
        Path database = Files.createDirectories(work.resolve("db")).resolve("secrets");
        Files.writeString(database, "the database's");
        Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rw-------"));
        Path asked = Files.writeString(work.resolve("asked"), "");
        Files.setPosixFilePermissions(asked, PosixFilePermissions.fromString("rw-r--r--"));
        start(
                Map.of(
                        "Other",
                        shell("echo the other one >mine; exec sleep 1000"),
                        WorkerSettings.ANY_MODULE,
                        java("@" + asked)),
                IDS);
        ExecutorTask other = TaskBuilder.aTask().of("Other", "{}").build();
        server.submit(other);
        Path others = ownDirectories(1).get(0);
        await().until(() -> Files.exists(others.resolve("run/mine")));
        long self = ProcessHandle.current().pid();

        List<String> tries = List.of(
                "environment=" + self,
                "environment=" + server.heartbeats().getOrDefault(other.id(), 0L),
                "read=" + database,
                "read=" + others.resolve("run/mine"),
                "read=" + others.resolve("run/config.json"),
                "list=" + others.resolve("run"),
                "list=" + others,
                "list=" + work.resolve("own"),
                "list=" + work.resolve("jobs"),
                "list=" + work.resolve("logs"),
                "list=" + work.resolve("users"),
                "list=" + work,
                "read=/etc/shadow",
                "processes=java",
                "processes=sleep",
                "kill=" + self,
                "kill=" + server.heartbeats().getOrDefault(other.id(), 0L),
                "write=" + asked,
                "connect=127.0.0.1:" + url.getPort(),
                "connect=" + addressOfThisMachine() + ":" + url.getPort(),
                "call=" + Confinement.GATE + "/v1/job/list",
                "call=" + Confinement.GATE + "/v1/exchange/../job/list",
                "call=" + Confinement.GATE + "/v1/exchange/%2e%2e/job/list",
                "call=" + Confinement.GATE + "/v1/exchange//job",
                "call=" + Confinement.GATE + "/");
        Files.write(asked, tries);
        ExecutorTask hostile = aTask("hostile_0");
        reportOf(hostile);

        List<String> lines = standardLog(hostile)
                .lines()
                .filter(line -> line.contains(" -> "))
                .toList();
        assertThat(lines).hasSameSizeAs(tries).allMatch(line -> line.substring(line.indexOf(" -> "))
                .startsWith(" -> nothing"));
        assertThat(called).isEmpty();
        assertThat(server.reports()).doesNotContainKey(other.id());
    }

    @Test
    void anExecutorReachesItsSitesExchangeByItsWorker() throws Exception {
        start(java("call=" + Confinement.GATE + "/v1/exchange/receive?tag=a%20b"));
        ExecutorTask task = aTask("calls_0");
        reportOf(task);

        assertThat(standardLog(task)).contains("-> the site's");
        assertThat(called).containsExactly("GET /v1/exchange/receive?tag=a%20b null");
    }

    @Test
    void anExecutorIsWhoItShouldBeAndHasNothingButWhatIsItsOwn() throws Exception {
        start(shell(
                "id -u; id -G; umask; grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; env; touch own /tmp/own;"
                        + " ls -l own config.json; [ -w ../logs ] && echo logs; [ -w .. ] || echo closed"));
        ExecutorTask task = aTask("self_0");
        assertThat(reportOf(task).status()).isEqualTo("success");

        String said = standardLog(task);
        assertThat(said)
                .contains(
                        "612000\n612000\n", "CapEff:\t0000000000000000", "CapBnd:\t0000000000000000", "NoNewPrivs:\t1")
                .contains("logs", "closed");
        assertThat(said.lines().filter(line -> line.matches("[A-Z_a-z]+=.*")).map(line -> line.split("=", 2)[0]))
                .isSubsetOf(
                        "PATH",
                        "LANG",
                        "LANGUAGE",
                        "LC_ALL",
                        "TZ",
                        "PWD",
                        "OLDPWD",
                        "HOME",
                        "USER",
                        "LOGNAME",
                        "PROCESS_ROLE",
                        "FATE_JOB_ID",
                        "FATE_LOG_LEVEL",
                        "FATE_EXECUTOR_RUN",
                        "CUDA_VISIBLE_DEVICES",
                        "NVIDIA_VISIBLE_DEVICES",
                        "ROCR_VISIBLE_DEVICES");
        assertThat(Path.of("/tmp/own")).doesNotExist();
    }

    @Test
    void aLinkThatAnExecutorLeavesAsItsResultIsNotFollowed() throws Exception {
        Path secret = work.resolve("secret.json");
        Files.writeString(secret, "{\"status\": \"success\", \"summary\": \"the worker's\"}");
        start(shell("ln -s " + secret + " result.json; ln -s " + secret + " metrics.json; ln -s " + secret
                + " ../logs/INFO.log"));
        ExecutorTask task = aTask("links_0");

        ExecutorReport report = reportOf(task);

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.errorReport()).contains("FFB-5249").doesNotContain("the worker's");
        assertThat(String.valueOf(report.result())).doesNotContain("the worker's");
        assertThat(server.log(task, "INFO.log")).isEmpty();
        assertThat(server.metrics(task)).isEmpty();
    }

    @Test
    void aPipeThatAnExecutorLeavesAsItsResultKeepsNobodyWaiting() throws Exception {
        start(shell(
                "mkfifo result.json; mkfifo metrics.json; mkfifo ../logs/INFO.log; mkdir program; mkfifo program/metrics.json;"
                        + " touch alive; sleep 3"));

        assertThat(reportOf(aTask("pipes_0")).errorReport()).contains("FFB-5249");
    }

    @Test
    void nothingThatAnExecutorHasStartedIsLeftWhateverItDoes() throws Exception {
        // no session, no environment and no parent of the executor's; it would be found by nothing but its user
        start(shell("env -i setsid sh -c 'env -i setsid sleep 1000 </dev/null >/dev/null 2>&1 &' ; sleep 0.2; exit 0"));

        assertThat(reportOf(aTask("leaves_0")).status()).isEqualTo("success");

        assertThat(ProcessGroup.isWithoutProcess(IDS.first())).isTrue();
    }

    @Test
    void whoGetsTheIdOfAnEarlierExecutorSeesNothingOfIt() throws Exception {
        Path asked = Files.writeString(work.resolve("asked"), "");
        Files.setPosixFilePermissions(asked, PosixFilePermissions.fromString("rw-r--r--"));
        start(Map.of("First", shell("echo secret >mine"), WorkerSettings.ANY_MODULE, java("@" + asked)), IDS);
        ExecutorTask first = TaskBuilder.aTask().of("First", "{}").build();
        reportOf(first);
        Path earlier = ownDirectories(1).get(0);
        await().until(() -> !Files.exists(work.resolve("users").resolve(earlier.getFileName())));

        Files.write(asked, List.of("read=" + earlier.resolve("run/mine"), "list=" + earlier.resolve("run")));
        ExecutorTask second = aTask("second_0");
        reportOf(second);

        assertThat(Files.getAttribute(
                        ownDirectories(2).stream()
                                .filter(own -> !own.equals(earlier))
                                .findFirst()
                                .orElseThrow()
                                .resolve("run"),
                        "unix:uid"))
                .isEqualTo(IDS.first());
        assertThat(standardLog(second).lines().filter(line -> line.contains(" -> ")))
                .hasSize(2)
                .allMatch(line -> line.endsWith("-> nothing"));
    }

    @Test
    void anExecutorThatDoesNotWantToEndIsEnded() throws Exception {
        start(shell("trap '' TERM; touch begun; while :; do sleep 0.1; done"));
        ExecutorTask task = aTask("stays_0");
        server.submit(task);
        Path own = ownDirectories(1).get(0);
        await().atMost(PATIENCE).until(() -> Files.exists(own.resolve("run/begun")));

        server.revoke(task.id());

        await().atMost(PATIENCE).until(() -> ProcessGroup.isWithoutProcess(IDS.first()));
        assertThat(server.reports()).isEmpty();
    }

    @Test
    void limitsAndExitReasonsAreThoseOfAnyExecutor() throws Exception {
        start(
                Map.of(
                        "Large",
                        shell("x=$(head -c 60000000 /dev/zero | tr '\\0' x); sleep 1000; :"),
                        WorkerSettings.ANY_MODULE,
                        shell("echo something broke >&2; exit 7")),
                IDS);
        ExecutorTask large = TaskBuilder.aTask()
                .of("Large", "{}")
                .given("{\"memory\":{\"amount\":32}}")
                .build();
        assertThat(reportOf(large).exitReason()).isEqualTo("out_of_memory");

        assertThat(reportOf(aTask("breaks_0"))).satisfies(report -> {
            assertThat(report.exitCode()).isEqualTo(7);
            assertThat(report.errorReport()).contains("something broke");
        });
    }

    @Test
    void anotherWorkerGoesOnWithItAndOpensItsWayToTheExchangeAgain() throws Exception {
        start(shell("touch begun; until [ -e go ]; do sleep 0.1; done; exec "
                + String.join(
                        " ",
                        java("call=" + Confinement.GATE + "/v1/exchange/receive")
                                .command())));
        ExecutorTask task = aTask("goes_0");
        server.submit(task);
        Path own = ownDirectories(1).get(0);
        await().atMost(PATIENCE).until(() -> Files.exists(own.resolve("run/begun")));
        await().until(() -> server.heartbeats().containsKey(task.id()));
        workers.get(0).close();
        runtimes.get(0).close();

        start(shell("true"));
        await().atMost(PATIENCE).until(() -> gateIsOpen(server.heartbeats().getOrDefault(task.id(), 0L)));
        Files.writeString(own.resolve("run/go"), "");

        await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));
        assertThat(standardLog(task)).contains("-> the site's");
    }

    @Test
    void whatWasPreparedWithoutAUserIsNotStarted() throws Exception {
        start(shell("id -u"));
        ExecutorTask task = aTask("prepared_0");
        new RunDirectories(work)
                .claim(new RunKey(
                        task.jobId(),
                        task.role(),
                        task.partyId(),
                        task.componentName(),
                        task.taskId(),
                        task.taskVersion()));

        assertThat(reportOf(task).errorReport()).contains("FFB-5246");
    }

    @Test
    void whereNoIdIsFreeNothingIsStarted() throws Exception {
        start(Map.of(WorkerSettings.ANY_MODULE, shell("sleep 1000")), new UserIds(IDS.first(), IDS.first()));
        server.submit(aTask("one_0"));
        ownDirectories(1);

        assertThat(reportOf(aTask("two_0")).errorReport()).contains("FFB-5248");
    }

    private static boolean gateIsOpen(long pid) throws IOException {
        String port = ":" + Integer.toHexString(Confinement.GATE_PORT).toUpperCase(java.util.Locale.ROOT) + " ";
        Path tables = Path.of("/proc", Long.toString(pid), "net");
        return Stream.of("tcp", "tcp6")
                .map(tables::resolve)
                .filter(Files::exists)
                .anyMatch(table -> {
                    try {
                        return Files.readString(table).contains(port);
                    } catch (IOException gone) {
                        return false;
                    }
                });
    }

    private static ExecutorTask aTask(String component) {
        return TaskBuilder.aTask().named(component).build();
    }

    private void start(CommandTemplate command) throws IOException {
        start(Map.of(WorkerSettings.ANY_MODULE, command), IDS);
    }

    private void start(Map<String, CommandTemplate> commands, UserIds ids) throws IOException {
        LocalProcesses runtime = LocalProcesses.withUsers(true, List.of(url));
        WorkerSettings settings = WorkerSettings.of("test", work, 3, url)
                .withCommands(commands)
                .withTimes(Duration.ofMillis(50), Duration.ofMillis(300))
                .withFileCache(1)
                .withConfinement(new Confinement(ids, true));
        Worker worker = new Worker(server, settings, runtime);
        runtimes.add(runtime);
        workers.add(worker);
        worker.start();
    }

    private ExecutorReport reportOf(ExecutorTask task) {
        server.submit(task);
        await().atMost(PATIENCE).until(() -> server.reports().containsKey(task.id()));
        return server.report(task);
    }

    private List<Path> ownDirectories(int number) throws IOException {
        Path own = work.resolve("own");
        await().atMost(PATIENCE).until(() -> directories(own).size() == number);
        return directories(own);
    }

    private static List<Path> directories(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.toList();
        }
    }

    private String standardLog(ExecutorTask task) throws IOException {
        try (Stream<Path> all = Files.walk(work.resolve("logs"))) {
            List<Path> logs = all.filter(path -> path.toString().contains(task.componentName()))
                    .filter(path -> path.getFileName().toString().endsWith("_std.log"))
                    .toList();
            return Files.readString(logs.get(0));
        }
    }

    private static CommandTemplate shell(String script) {
        return CommandTemplate.plain("sh", "-c", script);
    }

    private static CommandTemplate java(String... tries) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classes().toString(),
                HostileExecutor.class.getName()));
        command.addAll(List.of(tries));
        return CommandTemplate.plain(command.toArray(String[]::new));
    }

    private static Path classes() {
        return Path.of(URI.create(HostileExecutor.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    private static String addressOfThisMachine() throws IOException {
        return InetAddress.getLocalHost().getHostAddress();
    }
}
