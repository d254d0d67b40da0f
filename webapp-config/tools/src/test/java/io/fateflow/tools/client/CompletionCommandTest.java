package io.fateflow.tools.client;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

import static org.assertj.core.api.Assertions.assertThat;

/** What bash makes of it; zsh runs the same functions. */
class CompletionCommandTest {

    /** As {@code complete} calls it; the builtin that refuses to be called by a script does nothing. */
    private static final String ASK = """
            source "$1"; shift
            compopt() { :; }
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
            _complete_fate-flow-bpm
            echo "${COMPREPLY[@]}"
            """;

    @Command(name = "fate-flow-bpm")
    private static final class Program {}

    private final CommandLine program = new CommandLine(new Program())
            .addSubcommand(new CompletionCommand())
            .addSubcommand(new NotifyCommand())
            .addSubcommand(new JobsCommand())
            .addSubcommand(new SubmitCommand());
    private final StringWriter printed = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @BeforeEach
    void listen() {
        program.setOut(new PrintWriter(printed, true));
    }

    @ParameterizedTest
    @CsvSource({
        "no, , notify",
        "notify, '', test",
        "submit, --w, --watch",
        "jobs --status, ca, canceled",
        "jobs --status, f, failed"
    })
    void completesCommandsOptionsAndValues(String before, @Nullable String begun, String completed) throws Exception {
        program.execute("completion", "bash");
        Path script = Files.writeString(folder.resolve("completion.bash"), printed.toString());

        Process bash = new ProcessBuilder(command(script, before, begun)).start();
        String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).isZero();
        assertThat(answer.strip()).isEqualTo(completed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void theProgramIsAFunctionOfTheShell(String shell) {
        assertThat(program.execute("completion", shell)).isZero();

        assertThat(printed.toString()).startsWith("fate-flow-bpm() { java ");
    }

    @Test
    void zshLoadsItsOwnCompletionFirst() {
        program.execute("completion", "zsh");

        assertThat(printed.toString().lines().skip(1).findFirst()).contains("autoload -Uz compinit && compinit");
    }

    private static List<String> command(Path script, String before, @Nullable String begun) {
        List<String> command =
                new ArrayList<>(List.of("bash", "--norc", "-c", ASK, "bash", script.toString(), "fate-flow-bpm"));
        command.addAll(List.of(before.split(" ")));
        if (begun != null) {
            command.add(begun);
        }
        return command;
    }
}
