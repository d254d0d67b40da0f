package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.MissingNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.WorkerState;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A worker takes what it has room for, and keeps its secrets. */
@Tag("processes")
class WorkerTest extends WithWorker {

    @Test
    void aNameThatLeadsOutOfTheWorkDirectoryIsRefused() throws IOException {
        start(CommandTemplate.plain("true"));

        ExecutorReport report = reportOf(aTask().named("../../etc").build());

        assertThat(report.exitReason()).isEqualTo("not_started");
        assertThat(report.errorReport()).contains("component name");
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
            assertThat(worker().runningExecutors()).isLessThanOrEqualTo(3);
            return server.reports().size() == tasks.size();
        });
        assertThat(server.largestFetch()).isEqualTo(3);
    }

    @Test
    void aTaskInAnAnswerThatWasLostIsInTheNextOne() throws IOException {
        server.loseAnAnswer();
        start(shell("true"));
        ExecutorTask task = aTask().build();

        ExecutorReport report = reportOf(task);

        assertThat(report.status()).isEqualTo("success");
    }

    @Test
    void aReportWaitsForTheServerToComeBack() throws IOException {
        start(shell("sleep 0.1"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        await().until(() -> worker().runningExecutors() == 1);
        server.cutTheLine(true);
        await().until(this::hasEnded);

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
    void aDrainedWorkerTakesNoMoreAndEndsWithItsLastExecutor() throws IOException {
        Path go = work.resolve("go");
        start(shell("while [ ! -e " + go + " ]; do sleep 0.02; done"));
        // it has three places: no fetch is under way that could still be answered
        List<ExecutorTask> tasks = Stream.of("c_0", "c_1", "c_2")
                .map(name -> aTask().named(name).build())
                .toList();
        tasks.forEach(server::submit);
        tasks.forEach(this::awaitPid);
        CompletableFuture<Void> drained = worker().drained();

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
        start(new Worker(
                server, settings(CommandTemplate.plain("true")).withLimits(Duration.ofMinutes(1), Long.MAX_VALUE)));

        await().until(() -> !server.states().isEmpty());
        server.submit(aTask().build());

        await().until(() -> server.states().size() > 3);
        assertThat(server.states().get(0).trouble()).contains("FFB-4001", work.toString(), "min-free-disk");
        assertThat(server.largestFetch()).isZero();
    }

    @Test
    void theSameAttemptIsNotStartedTwice() throws IOException {
        start(shell("echo started; exit 0"));
        ExecutorTask task = aTask().build();
        reportOf(task);
        // a task that is still held is not taken twice: the worker lets go of it after its report was taken
        await().until(() -> worker().runningExecutors() == 0);
        server.reports().clear();

        ExecutorReport again = reportOf(task);

        assertThat(again.status()).isEqualTo("success");
        onlyRun();
    }

    @Test
    void executorsGetNoneOfTheServersSecrets() {
        Map<String, String> inherited = Map.of(
                "PATH", "/bin", "SPRING_DATASOURCE_PASSWORD", "p", "API_TOKEN", "t", "SPRING_APPLICATION_JSON", "{}");

        assertThat(ExecutorEnvironment.of(
                        aTask().build(), CommandTemplate.of("x"), MissingNode.getInstance(), inherited))
                .containsOnlyKeys(
                        "PATH",
                        "PROCESS_ROLE",
                        "FATE_JOB_ID",
                        "CUDA_VISIBLE_DEVICES",
                        "NVIDIA_VISIBLE_DEVICES",
                        "ROCR_VISIBLE_DEVICES");
    }

    @Test
    void theWorkerSaysThatItLivesHoweverLongItsExecutorsHeartbeatsTake() throws IOException {
        CompletableFuture<Void> slow = new CompletableFuture<>();
        server.answerHeartbeatsAfter(slow);
        start(shell("sleep 1000"));
        server.submit(aTask().build());
        await().until(() -> worker().runningExecutors() == 1);
        int said = server.states().size();

        await().until(() -> server.states().size() > said + 5);

        assertThat(server.heartbeats()).isEmpty();
        slow.complete(null);
    }
}
