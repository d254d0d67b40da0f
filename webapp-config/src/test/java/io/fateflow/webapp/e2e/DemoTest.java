package io.fateflow.webapp.e2e;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DemoTest {

    @TempDir
    private Path place;

    @Test
    void showsAJobThatSucceedsAndLeavesNothing() {
        try (ChildJvm demo =
                ChildJvm.start(place, Map.of(), "demo", "--exit", "--port", Integer.toString(ChildJvm.freePort()))) {
            assertThat(demo.exitCode()).as(demo.output()).isZero();

            assertThat(demo.output())
                    .contains("guest 9999 and host 10000", ": success", "Secure Add Result is 2000.0000")
                    .doesNotContain("Exception");
        }
        assertThat(place).isDirectoryNotContaining(file -> file.toFile().isDirectory());
        new ExecutorProcesses(place).assertNoneIsLeft();
    }
}
