package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.worker.agent.testing.SmallDisk;
import io.fateflow.worker.api.ExecutorReport;
import io.fateflow.worker.api.ExitReason;

import static io.fateflow.worker.agent.testing.TaskBuilder.aTask;
import static org.assertj.core.api.Assertions.assertThat;

/** A disk that is really full, and what is known then of executors that were started before. */
class FullDiskTest extends WithWorker {

    private static final String FILL = "dd if=/dev/zero of=fill bs=4k 2>/dev/null; ";

    private SmallDisk disk;

    @BeforeEach
    void mount() throws IOException {
        disk = SmallDisk.mount(Files.createDirectories(work.resolve("disk")), 512);
        work = disk.root();
    }

    @AfterEach
    void unmount() {
        close();
        disk.close();
    }

    @Test
    void whatHasEndedWellOnAFullDiskHasEndedWell() throws IOException {
        begin(shell(FILL + "exit 0"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.status()).as(report.errorReport()).isEqualTo("success");
        assertThat(report.exitCode()).isZero();
    }

    @Test
    void whatHasFailedOnAFullDiskWithoutAWordHasNoSpace() throws IOException {
        begin(shell(FILL + "exit 3"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitCode()).isEqualTo(3);
        assertThat(report.exitReason()).isEqualTo("disk_full");
        assertThat(report.errorReport()).contains(work.toString(), ExitReason.DISK_FULL.hint());
    }

    @Test
    void anExitCodeThatFoundNoRoomIsNoLoss() throws IOException {
        begin(shell("rm exit_code; " + FILL + "exit 0"));

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("disk_full");
        assertThat(report.errorReport()).contains("could not be written", work.toString(), ExitReason.DISK_FULL.hint());
    }

    @Test
    void nothingIsStartedWithoutRoomForItsExitCode() throws IOException {
        begin(CommandTemplate.plain("true"));
        disk.fill();

        ExecutorReport report = reportOf(aTask().build());

        assertThat(report.exitReason()).isEqualTo("disk_full");
        assertThat(report.pid()).isZero();
        assertThat(report.errorReport()).contains("could not be started", work.toString());
    }

    private void begin(CommandTemplate command) throws IOException {
        start(new Worker(server, settings(command).withLimits(Duration.ofMinutes(1), 0)));
    }
}
