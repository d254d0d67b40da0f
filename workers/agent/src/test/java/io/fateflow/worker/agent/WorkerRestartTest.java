package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.WorkerState;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a worker has left the next one on the machine goes on with, once. */
@Tag("processes")
class WorkerRestartTest extends WithWorker {

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

            worker().close();

            await().until(() -> other.runningExecutors() == 1);
            Files.writeString(onlyRun().resolve("../../../../go"), "");
            await().until(() -> server.reports().containsKey(task.id()));
        }
        assertThat(server.report(task).exitCode()).isEqualTo(5);
        assertThat(work.resolve("held")).isEmptyDirectory();
    }

    @Test
    void whatAnEndedWorkerHadNotedIsNamedToTheServerBeforeItIsWatched() throws IOException {
        start(shell("sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker().close();
        String before = server.states().get(0).workerId();
        server.takeovers().clear();

        start(CommandTemplate.plain("true"));

        await().until(() -> worker().runningExecutors() == 1);
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

        worker().close();

        assertThat(server.takeovers()).last().satisfies(takeover -> {
            assertThat(takeover.ended()).containsExactly(takeover.workerId());
            assertThat(takeover.held()).containsExactly(task.id());
        });
        assertThat(server.states()).last().extracting(WorkerState::mode).isEqualTo(WorkerState.Mode.AWAY);
        start(CommandTemplate.plain("true"));
        await().until(() -> worker().runningExecutors() == 1);
        worker().stopExecutorsAndClose();
        assertThat(server.states()).last().extracting(WorkerState::mode).isEqualTo(WorkerState.Mode.ENDED);
    }

    @Test
    void aRestartedWorkerGoesOnWatching() throws IOException {
        start(shell("while [ ! -e ../../../../go ]; do sleep 0.02; done; exit 5"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker().close();
        start(CommandTemplate.plain("true"));

        Files.writeString(onlyRun().resolve("../../../../go"), "");

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).exitCode()).isEqualTo(5);
    }

    @Test
    void aRestartedWorkerReportsWhatEndedMeanwhile() throws IOException {
        start(shell("while [ ! -e ../../../../go ]; do sleep 0.02; done; exit 6"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker().close();
        Path run = onlyRun();
        Files.writeString(run.resolve("../../../../go"), "");
        await().until(this::hasEnded);

        start(CommandTemplate.plain("true"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).exitCode()).isEqualTo(6);
    }

    @Test
    void anAttemptThatWasTakenButNotStartedIsStartedWhenItIsTakenAgain() throws IOException {
        start(shell("echo x >> ../../../../begun"));
        ExecutorTask task = aTask().build();
        reportOf(task);
        await("until it is out of hand").until(() -> worker().runningExecutors() == 0);
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
        worker().close();
        Path launch = onlyRun().resolve("launch");
        killAllOf(launch);
        Files.delete(launch);
        Files.writeString(onlyRun().resolve("../../../../go"), "");

        start(CommandTemplate.plain("true"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).exitCode()).isEqualTo(6);
    }

    @Test
    void anExecutorThatWasKilledWithItsLauncherIsLost() throws IOException {
        start(shell("sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);

        killAllOf(onlyRun().resolve("launch"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).exitReason()).isEqualTo("lost");
    }

    @Test
    void aProcessThatGotTheExecutorsIdLaterIsLeftAlone() throws IOException {
        start(shell("exec sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        worker().close();
        Path launch = onlyRun().resolve("launch");
        String before = Files.readString(launch);
        killAllOf(launch);
        Process stranger = new ProcessBuilder("setsid", "sleep", "1000").start();
        Files.writeString(launch, before.replaceAll("(?m)^(\\w+) \\d+", "$1 " + stranger.pid()));

        start(CommandTemplate.plain("true"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).exitReason()).isEqualTo("lost");
        assertThat(stranger.isAlive()).isTrue();
        stranger.destroyForcibly();
    }
}
