package io.fateflow.worker.executor.program;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ProgramOutputTest {

    private final ProgramOutput output = new ProgramOutput();

    @AfterEach
    void endTheChild() {
        output.lastLines()
                .lines()
                .filter(line -> line.matches("\\d+"))
                .map(Long::parseLong)
                .forEach(child -> ProcessHandle.of(child).ifPresent(ProcessHandle::destroyForcibly));
    }

    @Test
    @Tag("slow")
    void aChildThatHoldsTheOutputOpenIsNotWaitedFor() throws Exception {
        Process program = start("sleep 1000 & echo $!; read go; exit 3");
        CompletableFuture<Integer> following = CompletableFuture.supplyAsync(() -> follow(program));
        // whoever reads waits for more when the program ends
        await().until(() -> !output.lastLines().isEmpty());
        program.getOutputStream().write('\n');
        program.getOutputStream().flush();

        int exitCode = following.get(30, TimeUnit.SECONDS);

        long child = Long.parseLong(output.lastLines());
        assertThat(exitCode).isEqualTo(3);
        assertThat(ProcessHandle.of(child)).as("else nothing held it open").isPresent();
    }

    @Test
    void allThatTheProgramHasPrintedItselfIsThereWhenItEnds() throws Exception {
        assertThat(output.follow(start("i=0; while [ $i -lt 5000 ]; do echo line $i; i=$((i+1)); done")))
                .isZero();

        assertThat(output.lastLines().lines()).hasSize(20).first().isEqualTo("line 4980");
    }

    private int follow(Process program) {
        try {
            return output.follow(program);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private static Process start(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    }
}
