package io.fateflow.worker.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StartedAheadTest {

    @TempDir
    Path directory;

    @BeforeEach
    void startOneAhead() throws IOException {
        Files.writeString(directory.resolve("ahead"), "launcher 1 2 boot\nexecutor 3 4 boot\n");
        Files.writeString(directory.resolve("arguments.json"), "[\"--job_id\", \"a \\\"b\\\"\\nc\"]");
    }

    @Test
    void anAttemptIsItsOwnWhenItsFileHasBecomeTheLaunch() throws IOException {
        Files.createLink(directory.resolve("launch"), directory.resolve("ahead"));

        assertThat(StartedAhead.given(directory).orElseThrow().arguments().text("job_id"))
                .isEqualTo("a \"b\"\nc");
    }

    @Test
    void withoutALaunchThereIsNoAttempt() throws IOException {
        assertThat(StartedAhead.given(directory)).isEmpty();
    }

    @Test
    void aRunThatAnotherOneHasGotIsNotItsOwn() throws IOException {
        Files.writeString(directory.resolve("launch"), "launcher 5 6 boot\nexecutor 7 8 boot\n");

        assertThat(StartedAhead.given(directory)).isEmpty();
    }
}
