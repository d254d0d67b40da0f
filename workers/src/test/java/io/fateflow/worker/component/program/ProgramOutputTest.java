package io.fateflow.worker.component.program;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class ProgramOutputTest {

    private final ProgramOutput output = new ProgramOutput();
    private long child;

    @AfterEach
    void endTheChild() {
        if (child > 0) {
            ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aChildThatHoldsTheOutputOpenIsNotWaitedFor() throws Exception {
        Process program = start("sleep 1000 & echo $!; exit 3");

        int exitCode = output.follow(program);

        child = Long.parseLong(output.lastLines());
        assertThat(exitCode).isEqualTo(3);
        assertThat(ProcessHandle.of(child)).as("else nothing held it open").isPresent();
    }

    @Test
    void allThatTheProgramHasPrintedItselfIsThereWhenItEnds() throws Exception {
        assertThat(output.follow(start("i=0; while [ $i -lt 5000 ]; do echo line $i; i=$((i+1)); done")))
                .isZero();

        assertThat(output.lastLines().lines()).hasSize(20).first().isEqualTo("line 4980");
    }

    private static Process start(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    }
}
