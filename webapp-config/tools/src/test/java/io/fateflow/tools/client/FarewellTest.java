package io.fateflow.tools.client;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FarewellTest {

    /** A command that waits for a job, or for none. */
    static final class Waits {

        private Waits() {}

        public static void main(String[] args) throws Exception {
            Output out = new Output(
                    new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                    new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                    false);
            if (args[0].equals("after its end")) {
                Farewell.during(() -> {}, out, "The job goes on.");
            }
            Farewell.Waiting forever = () -> {
                out.line("waiting");
                new CountDownLatch(1).await();
            };
            if (args[0].equals("meanwhile")) {
                Farewell.during(forever, out, "The job goes on.");
            } else {
                forever.run();
            }
        }
    }

    @Test
    void whoEndsACommandMeanwhileHearsThatTheJobGoesOn() throws Exception {
        assertThat(remarksOfOneEnded("meanwhile")).contains("\nThe job goes on.");
    }

    @Test
    void aCommandThatHasEndedByItselfSaysNothing() throws Exception {
        assertThat(remarksOfOneEnded("after its end")).doesNotContain("goes on");
    }

    private static String remarksOfOneEnded(String when) throws IOException, InterruptedException {
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waits.class.getName(),
                        when)
                .start();
        try {
            assertThat(command.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("waiting");
            // with its streams left open; as Ctrl-C does, which whoever runs tests in the background may have switched
            // off for all below
            command.toHandle().destroy();
            assertThat(command.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return new String(command.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            command.destroyForcibly();
        }
    }
}
