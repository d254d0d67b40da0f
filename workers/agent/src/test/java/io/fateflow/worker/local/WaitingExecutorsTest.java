package io.fateflow.worker.local;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.process.ProcessIdentity;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;
import io.fateflow.worker.runtime.AheadPlan;
import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.ExecutorLimits;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.ReadyExecutors;
import io.fateflow.worker.runtime.RunningExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Executors that are started ahead: shell scripts here, which do as the Java executor does. */
@ExtendWith(LeakCheck.class)
@Tag("processes")
class WaitingExecutorsTest {

    /** With the attempt's command: it says that it ran, and ends as it is told. */
    static final String SCRIPT = """
            case $1 in
              --ahead) touch ready; cat >/dev/null; [ launch -ef ahead ] || exit 0; echo "waited $(cat arguments.json)";;
              *) echo "started $*";;
            esac
            pwd -P >> ran
            [ ! -e ../long ] || { (setsid sleep 1000 &); sleep 1000; }
            exit 7
            """;

    static final List<String> PROGRAM = List.of("/bin/sh", "-c", SCRIPT, "executor");

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

    @TempDir
    private Path work;

    private final Map<String, String> environment = environment();
    private final List<ReadyExecutors> opened = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private boolean core = true;
    private boolean memory = true;
    private List<String> program = PROGRAM;
    private LocalProcesses processes;
    private ReadyExecutors ready;

    @BeforeEach
    void start() throws IOException {
        processes = processes();
        ready = open(processes);
    }

    @AfterEach
    void close() {
        opened.forEach(ReadyExecutors::close);
    }

    @Test
    void anAttemptIsRunByOneThatWaits() throws Exception {
        RunDirectory run = claim("c", awaitOne());

        RunningExecutor executor = processes.start(launch(run));

        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(7, false));
        assertThat(run.standardLog()).hasContent("waited [\"--job_id\",\"j\"]");
        assertThat(run.path().resolve("ran")).hasContent(run.path().toRealPath().toString());
        assertThat(executor.cpuMillis()).isNotNegative();
    }

    @Test
    void noneGetsTwoAttempts() throws Exception {
        ReadyExecutors.Ready one = awaitOne();
        assertThat(ready.take(PROGRAM, environment)).isEmpty();
        RunDirectory run = claim("c", one);
        assertThat(awaitEnding(processes.start(launch(run)))).isEqualTo(new Ending.Exited(7, false));

        RunDirectory other = claim("d", awaitOne());

        assertThat(awaitEnding(processes.start(launch(other)))).isEqualTo(new Ending.Exited(7, false));
        assertThat(other.workerId()).isNotEqualTo(run.workerId());
        assertThat(run.path().resolve("ran")).hasContent(run.path().toRealPath().toString());
    }

    @Test
    void anotherWorkerGoesOnWithItAndEndsItWithItsChildren() throws Exception {
        RunDirectory run = claim("c", awaitOne());
        Files.createFile(run.path().resolveSibling("long"));
        processes.start(launch(run));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(run.path().resolve("ran")));

        RunningExecutor adopted = new LocalProcesses().adopt(launch(run));

        assertThat(adopted.isRunning()).isTrue();
        assertThat(adopted.pid()).isEqualTo(run.executor().orElseThrow().pid());
        adopted.stop(GRACE);
        assertThat(adopted.isRunning()).isFalse();
    }

    @Test
    void aWorkerThatDiesBeforeItGivesTheAttemptLeavesItToBeStarted() throws Exception {
        ReadyExecutors.Ready one = awaitOne();
        RunDirectory run = claim("c", one);
        one.close();

        assertThat(processes.hasBegun(run)).isFalse();
        RunningExecutor adopted = new LocalProcesses().adopt(launch(run));

        assertThat(awaitEnding(adopted)).isEqualTo(new Ending.Exited(7, false));
        assertThat(run.standardLog()).hasContent("started --job_id j");
        assertThat(run.path().resolve("ran")).hasContent(run.path().toRealPath().toString());
    }

    @Test
    void whatWasForbiddenMeanwhileIsNotRun() throws Exception {
        RunDirectory run = claim("c", awaitOne());
        Path ran = run.path().resolve("ran");
        ReadyExecutors.Ready other = awaitOne();
        RunDirectory second = claim("d", other);
        assertThat(second.forbidStart()).isTrue();

        RunningExecutor executor = processes.start(launch(second));
        executor.stop(GRACE);

        assertThat(executor.isRunning()).isFalse();
        assertThat(second.path().resolve("ran")).doesNotExist();
        assertThat(second.exitCode()).isEmpty();
        awaitEnding(processes.start(launch(run)));
        assertThat(ran).exists();
    }

    /** Between the look whether it has begun, and the link. */
    @Test
    void whatIsForbiddenAtTheLastMomentIsNotRunEither() throws Exception {
        RunDirectory run = claim("c", awaitOne());
        assertThat(run.forbidStart()).isTrue();

        Process launcher = ((WaitingExecutors) ready).give(launch(run)).orElseThrow();
        launcher.waitFor();

        assertThat(run.path().resolve("ran")).doesNotExist();
        assertThat(run.exitCode()).isEmpty();
        assertThat(run.executor()).isEmpty();
    }

    @Test
    void oneThatIsStartedOtherwiseIsStartedAnew() throws Exception {
        awaitOne().close();
        awaitWaiting();

        assertThat(ready.take(List.of("/bin/sh", "-c", "exit", "executor"), environment))
                .isEmpty();
        Map<String, String> other = environment();
        other.put("CUDA_VISIBLE_DEVICES", "0");
        assertThat(ready.take(PROGRAM, other)).isEmpty();
        assertThat(ready.take(PROGRAM, environment)).isPresent().hasValueSatisfying(ReadyExecutors.Ready::close);
    }

    @Test
    void thoseOfAnOlderProgramGo() throws Exception {
        ReadyExecutors.Ready one = awaitOne();
        one.close();
        Path older = awaitWaiting();

        program = List.of("/bin/sh", "-c", SCRIPT, "newer");

        assertThat(ready.take(program, environment)).as("by an older program").isEmpty();
        await().atMost(LONG_ENOUGH).until(() -> {
            ready.tend();
            return !Files.exists(older);
        });
    }

    @Test
    void nobodyWaitsBeforeTheFirstAttemptAndLongAfterTheLast() throws Exception {
        ready.tend();
        assertThat(directories()).isEmpty();
        awaitOne().close();
        awaitWaiting();

        now = now.plus(WaitingExecutors.WITHOUT_ATTEMPTS);

        awaitNobody();
    }

    @Test
    void nobodyWaitsWhereMemoryIsShortAndNobodyIsStartedWhereCoresAreBusy() throws Exception {
        awaitOne().close();
        awaitWaiting();
        memory = false;
        awaitNobody();

        memory = true;
        core = false;
        ready.tend();

        assertThat(directories()).isEmpty();
    }

    @Test
    void oneThatWasKilledIsNotGivenAnAttempt() throws Exception {
        awaitOne().close();
        Path directory = awaitWaiting();
        ProcessIdentity launcher = identities(directory).get(0);
        for (ProcessIdentity identity : identities(directory)) {
            identity.find().ifPresent(ProcessHandle::destroyForcibly);
        }
        await().atMost(LONG_ENOUGH).until(() -> !launcher.isAlive());

        assertThat(ready.take(PROGRAM, environment)).isEmpty();
        ready.tend();
        assertThat(directory).doesNotExist();
    }

    @Test
    void oneThatDoesNotGetReadyIsEnded() throws Exception {
        program = List.of("/bin/sh", "-c", "sleep 1000", "executor");
        ready.take(program, environment);
        ready.tend();
        Path directory = directories().get(0);
        await().atMost(LONG_ENOUGH).until(() -> identities(directory).size() == 2);
        ProcessIdentity executor = identities(directory).get(1);

        now = now.plus(WaitingExecutors.GETTING_READY).plusSeconds(1);
        ready.tend();

        assertThat(executor.isAlive()).isFalse();
        ready.tend();
        assertThat(directories()).as("no other one at once").isEmpty();
    }

    @Test
    void nobodyIsLeftByAWorkerThatIsKilledAndTheNextOneRemovesItsFiles() throws Exception {
        Process worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkerToBeKilled.class.getName(),
                        work.toString())
                .inheritIO()
                .start();
        try {
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> directories().stream().anyMatch(one -> Files.exists(one.resolve("ready"))));
        } finally {
            worker.destroyForcibly().waitFor();
        }
        List<ProcessIdentity> left = identities(directories().get(0));
        assertThat(left).hasSize(2);

        await().atMost(LONG_ENOUGH).until(() -> left.stream().noneMatch(ProcessIdentity::isAlive));
        open(processes());

        assertThat(directories()).isEmpty();
    }

    @Test
    void filesOfAnotherMachineAreRemovedWhenNobodyCanBeThere() throws Exception {
        Path others = Files.createDirectories(work.resolve("ahead").resolve(RunDirectories.newId()));
        Files.writeString(others.resolve("ahead"), "launcher 1 1 another-boot\nexecutor 2 2 another-boot\n");
        Files.setLastModifiedTime(others, FileTime.from(now));
        open(processes());
        assertThat(others).exists();

        now = now.plus(Duration.ofDays(2));
        open(processes());

        assertThat(others).doesNotExist();
    }

    /** A worker that has one waiting executor, and does not end by itself. */
    static final class WorkerToBeKilled {

        private WorkerToBeKilled() {}

        public static void main(String... arguments) throws Exception {
            SpareRoom room = room(() -> true, () -> true);
            ReadyExecutors ready = new LocalProcesses(room)
                    .startAhead(plan(Path.of(arguments[0]), () -> PROGRAM, Clock.systemUTC(), environment()));
            ready.take(PROGRAM, environment());
            ready.tend();
            new CompletableFuture<Void>().join();
        }
    }

    private LocalProcesses processes() {
        return new LocalProcesses(room(() -> core, () -> memory));
    }

    private ReadyExecutors open(LocalProcesses runtime) throws IOException {
        Clock clock = new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        ReadyExecutors executors = runtime.startAhead(plan(work, () -> program, clock, environment));
        opened.add(executors);
        return executors;
    }

    private static AheadPlan plan(
            Path work, Supplier<List<String>> program, Clock clock, Map<String, String> environment) {
        return new AheadPlan(
                work.resolve("ahead"), 1, () -> Optional.of(program.get()), List.of("--ahead"), environment, clock);
    }

    private static SpareRoom room(BooleanSupplier core, BooleanSupplier memory) {
        return new SpareRoom() {
            @Override
            public boolean hasCore() {
                return core.getAsBoolean();
            }

            @Override
            public boolean hasMemory() {
                return memory.getAsBoolean();
            }
        };
    }

    /** As an executor inherits it; the leak check finds processes by it. */
    private static Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin", "FATE_JOB_ID", ""));
        Optional.ofNullable(System.getenv("FATE_TEST_RUN")).ifPresent(run -> environment.put("FATE_TEST_RUN", run));
        return environment;
    }

    private RunDirectory claim(String component, ReadyExecutors.Ready one) throws IOException {
        return new RunDirectories(work)
                .claim(new RunKey("j", "guest", "9999", component, "j_" + component, 0), Optional.of(one.directory()))
                .run();
    }

    private Launch launch(RunDirectory run) {
        List<String> command = new ArrayList<>(PROGRAM);
        command.addAll(List.of("--job_id", "j"));
        return new Launch(run, command, environment, ExecutorLimits.NONE);
    }

    private ReadyExecutors.Ready awaitOne() {
        return await().atMost(LONG_ENOUGH)
                .until(
                        () -> {
                            Optional<ReadyExecutors.Ready> found = ready.take(PROGRAM, environment);
                            ready.tend();
                            return found;
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private Path awaitWaiting() {
        return await().atMost(LONG_ENOUGH)
                .until(this::oneThatWaits, Optional::isPresent)
                .orElseThrow();
    }

    private Optional<Path> oneThatWaits() throws IOException {
        ready.tend();
        for (Path directory : directories()) {
            List<ProcessIdentity> both = identities(directory);
            if (Files.exists(directory.resolve("ready"))
                    && both.size() == 2
                    && both.get(1).isAlive()) {
                return Optional.of(directory);
            }
        }
        return Optional.empty();
    }

    private void awaitNobody() {
        await().atMost(LONG_ENOUGH).until(() -> {
            ready.tend();
            return directories().isEmpty();
        });
    }

    private List<Path> directories() throws IOException {
        Path ahead = work.resolve("ahead");
        if (!Files.isDirectory(ahead)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(ahead)) {
            return files.toList();
        }
    }

    private static List<ProcessIdentity> identities(Path directory) throws IOException {
        try {
            return Files.readAllLines(directory.resolve("ahead")).stream()
                    .flatMap(line -> ProcessIdentity.parse(line.substring(line.indexOf(' ') + 1)).stream())
                    .toList();
        } catch (FileSystemException notYet) {
            return List.of();
        }
    }

    private static Ending awaitEnding(RunningExecutor executor) throws IOException, InterruptedException {
        while (executor.isRunning()) {
            executor.awaitEnd(LONG_ENOUGH, new CompletableFuture<>());
        }
        return executor.ended(GRACE);
    }
}
