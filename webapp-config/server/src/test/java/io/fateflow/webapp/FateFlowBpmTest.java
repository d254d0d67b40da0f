package io.fateflow.webapp;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said to somebody who does not know the program yet. */
class FateFlowBpmTest {

    private final StringWriter remarks = new StringWriter();

    @Test
    void anOptionBeforeTheCommandIsToldItsPlaceAndNothingElse() {
        assertThat(run("--server", "http://127.0.0.1:1", "doctor")).isEqualTo(2);

        assertThat(remarks.toString().lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("behind the command", "jobs --server URL");
    }

    @Test
    void aCommandWithASlipIsAnsweredByTheNearest() {
        assertThat(run("docter")).isEqualTo(2);

        assertThat(remarks.toString()).contains("Did you mean", "doctor");
    }

    @Test
    void aCommandThatIsCalledIsReadAlone() {
        assertThat(FateFlowBpm.commandLine("doctor", "--help").getSubcommands()).containsOnlyKeys("doctor", "help");
        assertThat(FateFlowBpm.commandLine("help", "doctor").getSubcommands())
                .containsKeys("doctor", "serve", "worker", "unlock");
    }

    @Test
    void anErrorThatIsAPathAndNothingElseGetsWords() {
        assertThat(FateFlowBpm.reason(new NoSuchFileException("/etc/x"))).isEqualTo("/etc/x is not there");
        assertThat(FateFlowBpm.reason(new AccessDeniedException("/etc/x")))
                .isEqualTo("/etc/x may not be read or written by this user");
        assertThat(FateFlowBpm.reason(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }

    private int run(String... arguments) {
        return FateFlowBpm.commandLine(arguments)
                .setErr(new PrintWriter(remarks, true))
                .execute(arguments);
    }
}
