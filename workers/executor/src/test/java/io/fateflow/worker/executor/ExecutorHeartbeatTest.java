package io.fateflow.worker.executor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ExecutorHeartbeatTest {

    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

    @TempDir
    Path run;

    @Test
    void anExecutorsOwnSignsAreGivenAsLongAsItRunsNoProgramThatGivesSome() throws Exception {
        Path sign = run.resolve("alive");
        Instant before = Instant.now().minusSeconds(2);
        ExecutorHeartbeat signs = new ExecutorHeartbeat(sign);

        signs.give();
        Files.setLastModifiedTime(sign, LONG_AGO);
        signs.give();

        assertThat(Files.getLastModifiedTime(sign).toInstant()).isAfter(before);
    }

    @Test
    void aProgramThatStandsStillIsHeldAgainstItsExecutor() throws Exception {
        Path ofProgram =
                Files.createFile(Files.createDirectory(run.resolve("program")).resolve("alive"));
        Files.setLastModifiedTime(ofProgram, LONG_AGO);
        ExecutorHeartbeat signs = new ExecutorHeartbeat(run.resolve("alive"));

        signs.give();
        signs.give();

        assertThat(Files.getLastModifiedTime(run.resolve("alive"))).isEqualTo(LONG_AGO);
    }
}
