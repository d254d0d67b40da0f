package io.fateflow.tools.bench;

import java.nio.file.Path;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("processes")
class ExecutorsBenchTest {

    @TempDir
    private Path place;

    @Test
    void whatIsMeasuredIsOfAttemptsThatHaveSucceeded() throws Exception {
        try (ExecutorsBench bench = new ExecutorsBench(place)) {
            ObjectNode report = ExecutorsBenchCommand.run(bench, 1);

            assertThat(report.at("/bareJvmMillis/p50").asDouble()).isPositive();
            double started =
                    report.at("/startedForItsAttempt/toComponentMillis/p50").asDouble();
            assertThat(started).isPositive();
            // none waits where no core is idle
            if (report.has("waitedForItsAttempt")) {
                assertThat(report.at("/waitedForItsAttempt/toComponentMillis/p50")
                                .asDouble())
                        .isLessThan(started);
            }
        }
    }
}
