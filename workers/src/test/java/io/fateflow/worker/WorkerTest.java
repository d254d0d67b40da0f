package io.fateflow.worker;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.testing.FakeServer;
import io.fateflow.worker.testing.LeakCheck;

import static io.fateflow.worker.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(LeakCheck.class)
class WorkerTest {

    private static final URI SERVER = URI.create("http://127.0.0.1:9380");

    @TempDir
    Path work;

    private final FakeServer server = new FakeServer();
    private Worker worker;

    @BeforeEach
    void noWorkerYet() {
        worker = null;
    }

    @AfterEach
    void close() {
        if (worker != null) {
            worker.stopExecutorsAndClose();
        }
    }

    @Test
    void aCommandThatEndsWithZeroAndLeavesNoResultHasSucceeded() throws IOException {
        start(CommandTemplate.plain("true"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.status()).isEqualTo("success");
        assertThat(report.exitReason()).isEqualTo("exited");
        assertThat(report.exitCode()).isZero();
        assertThat(report.result()).isNull();
        assertThat(report.pid()).isPositive();
        assertThat(report.command()).containsExactly("true");
    }

    @Test
    void theLastLinesOfAFailedExecutorAreInTheReport() throws IOException {
        start(shell("echo something broke >&2; exit 7"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.exitReason()).isEqualTo("exited");
        assertThat(report.exitCode()).isEqualTo(7);
        assertThat(report.errorReport())
                .isEqualTo("the executor of reader_0 at guest 9999 (attempt 0) ended with exit code 7\n"
                        + "What to do: " + ExitReason.EXITED.hint() + "\nIts last lines:\nsomething broke");
    }

    @Test
    void aResultLeftByTheExecutorDecidesTheStatus() throws IOException {
        start(shell("echo '{\"status\":\"failed\",\"error_report\":\"no such table\"}' >result.json"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.errorReport())
                .isEqualTo("the executor of reader_0 at guest 9999 (attempt 0) has failed\nno such table\nWhat to do: "
                        + ExitReason.EXITED.hint());
        assertThat(report.result()).isNotNull();
    }

    @Test
    void aBrokenResultIsAFailure() throws IOException {
        start(shell("echo '{oops' >result.json"));

        assertThat(reportOf(aTask().build()).errorReport()).contains("result.json cannot be read");
    }

    @Test
    void anExecutorEndedByASignalSaysSo() throws IOException {
        start(shell("kill -9 $$"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("signal");
        assertThat(report.exitCode()).isEqualTo(137);
        assertThat(report.errorReport()).contains("signal 9", ExitReason.SIGNAL.hint());
    }

    @Test
    void aJvmWithoutMemoryIsRecognised() throws IOException {
        start(shell("echo 'Terminating due to java.lang.OutOfMemoryError: Java heap space'; exit 3"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("out_of_memory");
        assertThat(report.errorReport()).contains("ran out of memory", ExitReason.OUT_OF_MEMORY.hint());
    }

    @Test
    void aCommandThatIsNotThereIsReportedWithItsName() throws IOException {
        start(CommandTemplate.of("no-such-program"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("not_started");
        assertThat(report.errorReport()).contains("no-such-program", "settings");
    }

    @Test
    void aNameThatLeadsOutOfTheWorkDirectoryIsRefused() throws IOException {
        start(CommandTemplate.plain("true"));

        ExecutorReport report = reportOf(aTask().named("../../etc").build());

        assertThat(report.exitReason()).isEqualTo("not_started");
        assertThat(report.errorReport()).contains("component name");
    }

    @Test
    void anExecutorThatTakesTooLongIsStopped() throws IOException {
        start(shell("sleep 1000 & sleep 1000; wait"));

        ExecutorReport report =
                reportOf(aTask().withTimeout(Duration.ofMillis(200)).build());

        assertThat(report.exitReason()).isEqualTo("timeout");
        assertThat(report.status()).isEqualTo("failed");
    }

    @Test
    void aRevokedExecutorIsStoppedWithAllItsChildrenAndNotReported() throws IOException {
        start(shell("trap '' TERM; (trap '' TERM; sleep 1000) & sleep 1000 & wait; sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);

        server.revoke(task.id());

        await().until(() -> worker.runningExecutors() == 0);
        assertThat(server.reports()).isEmpty();
    }

    @Test
    void anExecutorWhoseHeartbeatIsRefusedIsStopped() throws IOException {
        start(shell("sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);

        server.refuseHeartbeatsOf(task.id());

        await().until(() -> worker.runningExecutors() == 0);
        assertThat(server.reports()).isEmpty();
    }

    @Test
    void grandchildrenThatOutliveTheExecutorAreEnded() throws IOException {
        start(shell("sleep 1000 & exit 0"));

        assertThat(reportOf(aTask().build()).status()).isEqualTo("success");
    }

    @Test
    void neverRunsMoreExecutorsThanItHasPlaces() throws IOException {
        start(shell("echo x >>../../../../started; sleep 0.05"));
        List<ExecutorTask> tasks = Stream.iterate(0, i -> i + 1)
                .limit(12)
                .map(i -> aTask().named("c_" + i).build())
                .toList();

        tasks.forEach(server::submit);

        await().until(() -> {
            assertThat(worker.runningExecutors()).isLessThanOrEqualTo(3);
            return server.reports().size() == tasks.size();
        });
        assertThat(server.largestFetch()).isEqualTo(3);
    }

    @Test
    void aReportWaitsForTheServerToComeBack() throws IOException {
        start(shell("sleep 0.1"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        await().until(() -> worker.runningExecutors() == 1);
        server.cutTheLine(true);
        await().until(() -> Files.exists(onlyRun().resolve("exit_code")));

        server.cutTheLine(false);

        await().until(() -> server.reports().containsKey(task.id()));
    }

    @Test
    void theTokenIsInTheConfigAloneAndOnlyTheOwnerMayReadIt() throws IOException {
        start(CommandTemplate.of("sh", "-c", "echo \"$@\"; cat config.json; exit 1", "x"));
        ExecutorTask task = aTask().withToken("hush-hush").build();

        ExecutorReport report = reportOf(task);

        assertThat(report.command()).noneMatch(argument -> argument.contains("hush-hush"));
        assertThat(report.errorReport()).contains("***").doesNotContain("hush-hush");
        Path config = onlyRun().resolve("config.json");
        assertThat(Files.readString(config)).contains("hush-hush");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config)))
                .isEqualTo("rw-------");
    }

    @Test
    void allOfFatesLogFilesAreThere() throws IOException {
        start(CommandTemplate.plain("true"));
        ExecutorTask task = aTask().build();
        reportOf(task);

        Path party = work.resolve("logs").resolve(task.jobId()).resolve("guest/9999");
        for (Path directory : List.of(party, party.resolve("reader_0"))) {
            assertThat(directory).isDirectoryContaining(file -> file.endsWith("ERROR.log"));
            assertThat(directory).isDirectoryContaining(file -> file.endsWith("WARNING.log"));
            assertThat(directory).isDirectoryContaining(file -> file.endsWith("INFO.log"));
            assertThat(directory).isDirectoryContaining(file -> file.endsWith("DEBUG.log"));
        }
        assertThat(party.resolve("reader_0")).isDirectoryContaining("glob:**_std.log");
    }

    @Test
    void aWorkerGoesOnWithTheExecutorsOfAnotherOneThatHasEnded() throws IOException {
        start(shell("while [ ! -e ../../../../go ]; do sleep 0.02; done; exit 5"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        try (Worker other = new Worker(server, settings(CommandTemplate.plain("true")))) {
            other.start();
            await().until(() -> server.states().size() > 3);
            assertThat(other.runningExecutors()).as("of a worker that lives").isZero();

            worker.close();

            await().until(() -> other.runningExecutors() == 1);
            Files.writeString(onlyRun().resolve("../../../../go"), "");
            await().until(() -> server.reports().containsKey(task.id()));
        }
        assertThat(server.reports().get(task.id()).exitCode()).isEqualTo(5);
        assertThat(work.resolve("held")).isEmptyDirectory();
    }

    @Test
    void whatAnEndedWorkerHadNotedIsNamedToTheServerBeforeItIsWatched() throws IOException {
        start(shell("sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker.close();
        String before = server.states().get(0).workerId();
        server.takeovers().clear();

        start(CommandTemplate.plain("true"));

        await().until(() -> worker.runningExecutors() == 1);
        assertThat(server.takeovers()).singleElement().satisfies(takeover -> {
            assertThat(takeover.ended()).containsExactly(before);
            assertThat(takeover.held()).containsExactly(task.id());
            assertThat(takeover.workerId()).startsWith("test:").isNotEqualTo(before);
        });
    }

    @Test
    void aWorkerThatGoesSaysWhatItLeaves() throws IOException {
        start(shell("sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);

        worker.close();

        assertThat(server.takeovers()).last().satisfies(takeover -> {
            assertThat(takeover.ended()).containsExactly(takeover.workerId());
            assertThat(takeover.held()).containsExactly(task.id());
        });
        assertThat(server.states()).last().extracting(WorkerState::mode).isEqualTo(WorkerState.Mode.AWAY);
        start(CommandTemplate.plain("true"));
        await().until(() -> worker.runningExecutors() == 1);
        worker.stopExecutorsAndClose();
        assertThat(server.states()).last().extracting(WorkerState::mode).isEqualTo(WorkerState.Mode.ENDED);
    }

    @Test
    void aDrainedWorkerTakesNoMoreAndEndsWithItsLastExecutor() throws IOException {
        Path go = work.resolve("go");
        start(shell("while [ ! -e " + go + " ]; do sleep 0.02; done"));
        // it has three places: no fetch is under way that could still be answered
        List<ExecutorTask> tasks = Stream.of("c_0", "c_1", "c_2")
                .map(name -> aTask().named(name).build())
                .toList();
        tasks.forEach(server::submit);
        tasks.forEach(this::awaitPid);
        CompletableFuture<Void> drained = worker.drained();

        server.drain(true);

        await().until(() -> server.states().stream().anyMatch(s -> s.mode() == WorkerState.Mode.DRAINING));
        ExecutorTask late = aTask().named("late").build();
        server.submit(late);
        assertThat(drained).isNotDone();
        Files.writeString(go, "");
        await().until(drained::isDone);
        assertThat(server.reports())
                .containsOnlyKeys(tasks.stream().map(ExecutorTask::id).toList());
        assertThat(server.waiting()).containsExactly(late);
    }

    @Test
    void withoutEnoughDiskNoExecutorIsStarted() throws IOException {
        worker = new Worker(
                server, settings(CommandTemplate.plain("true")).withLimits(Duration.ofMinutes(1), Long.MAX_VALUE));
        worker.start();

        await().until(() -> !server.states().isEmpty());
        server.submit(aTask().build());

        await().until(() -> server.states().size() > 3);
        assertThat(server.states().get(0).trouble()).contains("FFB-4001", work.toString(), "min-free-disk");
        assertThat(server.largestFetch()).isZero();
    }

    @Test
    void aFullDiskIsNamed() throws IOException {
        start(shell("case $PWD in */full_0/*) echo 'java.io.IOException: No space left on device'; exit 1;; esac"));

        ExecutorReport report = reportOf(aTask().named("full_0").build());

        assertThat(report.exitReason()).isEqualTo("disk_full");
        assertThat(report.errorReport())
                .contains("the disk of " + work + " (exit code 1)", ExitReason.DISK_FULL.hint());
        assertThat(reportOf(aTask().build()).status()).as("of another task").isEqualTo("success");
    }

    @Test
    void anExecutorThatCannotWriteSaysWhere() throws IOException {
        start(shell("cat launch >/dev/full"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("disk_full");
        assertThat(report.errorReport()).contains("the disk of " + work, ExitReason.DISK_FULL.hint());
    }

    @Test
    void anExecutorThatGivesNoMoreSignsOfLifeHangs() throws IOException {
        worker = new Worker(
                server,
                settings(shell("sleep 1000 & touch alive; kill -STOP $$")).withLimits(Duration.ofMillis(200), 0));
        worker.start();

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("hung");
        assertThat(report.errorReport()).contains("without a sign of life", ExitReason.HUNG.hint());
    }

    @Test
    void theDeathOfAnExecutorIsKnownAtOnceBeforeItsFirstSign() throws IOException {
        start(shell("kill -9 $$"));
        List<Duration> noticed = new ArrayList<>();

        for (int i = 0; i < 5; i++) {
            long submitted = System.nanoTime();
            reportOf(aTask().named("c_" + i).build());
            noticed.add(Duration.ofNanos(System.nanoTime() - submitted));
        }

        Duration fastest = Collections.min(noticed);
        System.out.println("start and death of an executor noticed after " + fastest.toMillis() + " ms");
        // by a look none of them would be: the first one comes after a second
        assertThat(fastest).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void theSameAttemptIsNotStartedTwice() throws IOException {
        start(shell("echo started; exit 0"));
        ExecutorTask task = aTask().build();
        reportOf(task);
        server.reports().clear();

        ExecutorReport again = reportOf(task);

        assertThat(again.status()).isEqualTo("success");
        onlyRun();
    }

    @Test
    void aRestartedWorkerGoesOnWatching() throws IOException {
        start(shell("while [ ! -e ../../../../go ]; do sleep 0.02; done; exit 5"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker.close();
        start(CommandTemplate.plain("true"));

        Files.writeString(onlyRun().resolve("../../../../go"), "");

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.reports().get(task.id()).exitCode()).isEqualTo(5);
    }

    @Test
    void aRestartedWorkerReportsWhatEndedMeanwhile() throws IOException {
        start(shell("while [ ! -e ../../../../go ]; do sleep 0.02; done; exit 6"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker.close();
        Path run = onlyRun();
        Files.writeString(run.resolve("../../../../go"), "");
        await().until(() -> Files.exists(run.resolve("exit_code")));

        start(CommandTemplate.plain("true"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.reports().get(task.id()).exitCode()).isEqualTo(6);
    }

    @Test
    void anAttemptThatWasTakenButNotStartedIsStartedWhenItIsTakenAgain() throws IOException {
        start(shell("echo x >> ../../../../begun"));
        ExecutorTask task = aTask().build();
        reportOf(task);
        server.reports().clear();
        // what a worker leaves that is killed before the launch
        Files.delete(onlyRun().resolve("launch"));
        Files.delete(onlyRun().resolve("exit_code"));

        ExecutorReport again = reportOf(task);

        assertThat(again.status()).isEqualTo("success");
        assertThat(onlyRun().resolve("../../../../begun")).content().isEqualTo("x\nx\n");
    }

    @Test
    void aRestartedWorkerStartsWhatItHadOnlyPrepared() throws IOException {
        start(shell("while [ ! -e ../../../../go ]; do sleep 0.02; done; exit 6"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker.close();
        Path launch = onlyRun().resolve("launch");
        killAllOf(launch);
        Files.delete(launch);
        Files.writeString(onlyRun().resolve("../../../../go"), "");

        start(CommandTemplate.plain("true"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.reports().get(task.id()).exitCode()).isEqualTo(6);
    }

    @Test
    void anExecutorThatWasKilledWithItsLauncherIsLost() throws IOException {
        start(shell("sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);

        killAllOf(onlyRun().resolve("launch"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.reports().get(task.id()).exitReason()).isEqualTo("lost");
    }

    @Test
    void aProcessThatGotTheExecutorsIdLaterIsLeftAlone() throws IOException {
        start(shell("exec sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker.close();
        Path launch = onlyRun().resolve("launch");
        String before = Files.readString(launch);
        Files.writeString(launch, before.replaceAll("(?m)^(\\w+ \\d+) \\d+", "$1 12345"));

        start(CommandTemplate.plain("true"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.reports().get(task.id()).exitReason()).isEqualTo("lost");
        ProcessHandle stranger = ProcessHandle.of(
                        Long.parseLong(before.lines().toList().get(1).split(" ", -1)[1]))
                .orElseThrow();
        assertThat(stranger.isAlive()).isTrue();
        stranger.destroyForcibly();
    }

    @Test
    void executorsGetNoneOfTheServersSecrets() {
        Map<String, String> inherited = Map.of(
                "PATH", "/bin", "SPRING_DATASOURCE_PASSWORD", "p", "API_TOKEN", "t", "SPRING_APPLICATION_JSON", "{}");

        assertThat(ExecutorEnvironment.of(aTask().build(), CommandTemplate.of("x"), inherited))
                .containsOnlyKeys("PATH", "PROCESS_ROLE", "FATE_JOB_ID");
    }

    private void start(CommandTemplate command) throws IOException {
        worker = new Worker(server, settings(command));
        worker.start();
    }

    private WorkerSettings settings(CommandTemplate command) {
        return WorkerSettings.of("test", work, 3, SERVER)
                .withCommands(Map.of(WorkerSettings.ANY_MODULE, command))
                .withTimes(Duration.ofMillis(50), Duration.ofMillis(300));
    }

    private ExecutorReport reportOf(ExecutorTask task) {
        server.submit(task);
        await().until(() -> server.reports().containsKey(task.id()));
        return server.reports().get(task.id());
    }

    private static void killAllOf(Path launch) throws IOException {
        for (String line : Files.readAllLines(launch)) {
            ProcessHandle.of(Long.parseLong(line.split(" ", -1)[1])).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private void awaitPid(ExecutorTask task) {
        await().until(() -> server.heartbeats().getOrDefault(task.id(), 0L) > 0);
    }

    private Path onlyRun() throws IOException {
        try (Stream<Path> files = Files.find(
                work.resolve("jobs"), 10, (path, attributes) -> path.getParent().endsWith("task_executor"))) {
            List<Path> runs = files.toList();
            assertThat(runs).hasSize(1);
            return runs.get(0);
        }
    }

    private static CommandTemplate shell(String script) {
        return CommandTemplate.plain("sh", "-c", script);
    }
}
