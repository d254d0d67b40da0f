package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.ExitReason;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** However an executor ends, its report says why, and nothing of it is left. */
@Tag("processes")
class ExecutorEndTest extends WithWorker {

    private static final String SIXTY_MEGABYTES = "x=$(head -c 60000000 /dev/zero | tr '\\0' x); ";

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
        assertThat(report.errorReport())
                .startsWith(
                        "FFB-5240 the executor of reader_0 at guest 9999 (attempt 0) ran out of memory (exit code 3)")
                .contains("no memory was asked for it", "ask for more, such as {\"reader_0\"");
    }

    @Test
    void aJvmWithoutMemorySaysWhatItMayUse() throws IOException {
        start(shell("echo 'Terminating due to java.lang.OutOfMemoryError: Java heap space'; exit 3"));

        assertThat(reportOf(aTask().given("{\"memory\":{\"amount\":512}}").build())
                        .errorReport())
                .contains("it may use 512 MB", "\"memory\": \"832MB\"");
    }

    @Test
    void whoUsesMoreMemoryThanWasAskedForIsStoppedAndToldSo() throws IOException {
        start(shell(SIXTY_MEGABYTES + "sleep 1000; :"));

        ExecutorReport report =
                reportOf(aTask().given("{\"memory\":{\"amount\":32}}").build());

        assertThat(report.status()).isEqualTo("failed");
        assertThat(report.exitReason()).isEqualTo("out_of_memory");
        assertThat(report.peakMemoryBytes()).isGreaterThan(32_000_000);
        assertThat(report.errorReport())
                .matches("(?s)FFB-5240 the executor of reader_0 at guest 9999 \\(attempt 0\\) was stopped:"
                        + " it used \\d+ MB of memory, it may use 32 MB, as was asked for it; its peak was \\d+ MB\n"
                        + "What to do: ask for more, such as .*");
    }

    @Test
    void allProcessesOfAnExecutorTogetherMayUseWhatWasAskedFor() throws IOException {
        // a last command would take the shell's place, and its memory would be gone
        start(shell("(" + SIXTY_MEGABYTES + "sleep 1000; :) & (" + SIXTY_MEGABYTES + "sleep 1000; :) & wait"));

        assertThat(reportOf(aTask().given("{\"memory\":{\"amount\":100}}").build())
                        .exitReason())
                .isEqualTo("out_of_memory");
    }

    @Test
    void theProcessorTimeOfAnExecutorThatWasKilledWithItsLauncherIsWhatWasSeen() throws IOException {
        start(shell("while :; do :; done"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);
        Path run = onlyRun();
        long pid = server.heartbeats().getOrDefault(task.id(), 0L);
        // two and a half seconds of a core, of which a busy machine gives little
        await().atMost(Duration.ofMinutes(2)).until(() -> ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .filter(used -> used.compareTo(Duration.ofMillis(2_500)) > 0)
                .isPresent());

        killAllOf(run.resolve("launch"));

        await().until(() -> server.reports().containsKey(task.id()));
        assertThat(server.report(task).exitReason()).isEqualTo("lost");
        assertThat(server.report(task).cpuMillis()).isPositive();
    }

    @Test
    void aCommandThatIsNotThereIsReportedWithItsName() throws IOException {
        start(CommandTemplate.of("no-such-program"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("not_started");
        assertThat(report.errorReport()).contains("no-such-program", "settings");
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

        await().until(() -> worker().runningExecutors() == 0);
        assertThat(server.reports()).isEmpty();
    }

    @Test
    void anExecutorWhoseHeartbeatIsRefusedIsStopped() throws IOException {
        start(shell("sleep 1000"));
        ExecutorTask task = aTask().build();
        server.submit(task);
        awaitPid(task);

        server.refuseHeartbeatsOf(task.id());

        await().until(() -> worker().runningExecutors() == 0);
        assertThat(server.reports()).isEmpty();
    }

    @Test
    void grandchildrenThatOutliveTheExecutorAreEnded() throws IOException {
        start(shell("sleep 1000 & exit 0"));

        assertThat(reportOf(aTask().build()).status()).isEqualTo("success");
    }

    @Test
    void childrenInSessionsOfTheirOwnDoNotSurviveASuccess() throws IOException {
        start(shell("setsid sleep 1000 & (setsid sh -c 'cd /; sleep 1000 & exit 0' >/dev/null &); exit 0"));

        assertThat(reportOf(aTask().build()).status()).isEqualTo("success");
    }

    @Test
    void childrenInSessionsOfTheirOwnDoNotSurviveAFailure() throws IOException {
        start(shell("setsid sh -c 'trap \"\" TERM; sleep 1000 & sleep 1000; sleep 1000' & exit 3"));

        assertThat(reportOf(aTask().build()).exitCode()).isEqualTo(3);
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
        start(new Worker(
                server,
                settings(shell("sleep 1000 & touch alive; kill -STOP $$")).withLimits(Duration.ofMillis(200), 0)));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("hung");
        assertThat(report.errorReport()).contains("without a heartbeat", ExitReason.HUNG.hint());
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
}
