package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.testing.LeakCheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What an executor gets, and what its launcher tells of it, whichever way the system is asked to start it. */
@ExtendWith(LeakCheck.class)
@Tag("processes")
abstract class LauncherContract {

    private static final String MARK = "0123456789abcdef";

    @TempDir
    Path directory;

    abstract Launcher launcher();

    @Test
    void argumentsAreNeverInterpreted() throws Exception {
        String nasty = "$(touch owned) `touch owned` ; touch owned \"' * \n --";

        start("printf", "%s", nasty).waitFor();

        assertThat(log()).hasContent(nasty);
        assertThat(directory.resolve("owned")).doesNotExist();
    }

    @Test
    void theEnvironmentIsWhatWasGivenAndTheMark() throws Exception {
        Map<String, String> environment = new HashMap<>(LeakCheck.environment());
        environment.put("GREETING", "Grüße, 银行 = \n 'two lines'");

        launcher()
                .start(directory, log(), MARK, List.of("env", "-0"), environment)
                .waitFor();

        Map<String, String> expected = new HashMap<>(environment);
        expected.put(ProcessMarks.NAME, MARK);
        assertThat(variables(Files.readString(log()))).containsExactlyInAnyOrderEntriesOf(expected);
    }

    @Test
    void eachLeadsASessionInTheDirectory() throws Exception {
        Process launcher = start("sh", "-c", "cat /proc/$$/stat /proc/$PPID/stat; pwd");
        launcher.waitFor();

        List<String> lines = Files.readAllLines(log());
        ProcFs.Stat executor = ProcFs.parse(lines.get(0)).orElseThrow();
        ProcFs.Stat parent = ProcFs.parse(lines.get(1)).orElseThrow();
        assertThat(List.of(parent.pid(), parent.session(), parent.group())).containsOnly(launcher.pid());
        assertThat(List.of(executor.session(), executor.group())).containsOnly(executor.pid());
        assertThat(executor.parent()).isEqualTo(launcher.pid());
        assertThat(directory.resolve("task_executor_pid")).hasContent(Long.toString(executor.pid()));
        assertThat(lines.get(2)).isEqualTo(directory.toRealPath().toString());
    }

    /** Java opens files so that a program executed would have them. */
    @Test
    void nothingThatThisProcessHasOpenGetsToIt() throws Exception {
        Path open = Files.createFile(directory.resolve("open"));
        try (var file = Files.newOutputStream(open)) {
            start("sh", "-c", "ls -l /proc/self/fd /proc/$PPID/fd; cat").waitFor();
            file.flush();
        }

        assertThat(log())
                .content()
                .contains("/dev/null", log().toRealPath().toString())
                .doesNotContain(open.getFileName() + "\n", "socket:", "pipe:");
    }

    @Test
    void itsOutputIsAddedToTheLog() throws Exception {
        Files.writeString(log(), "before\n");

        start("sh", "-c", "echo out; echo err >&2").waitFor();

        assertThat(Files.readAllLines(log())).containsExactly("before", "out", "err");
    }

    @Test
    void whatTheLauncherItselfSaysIsInTheLog() throws Exception {
        Path taken = Files.createFile(directory.resolve("launch"));

        start("true").waitFor();

        assertThat(log()).content().contains(taken.toString());
    }

    @Test
    void itsExitCodeIsTheLaunchersAsWell() throws Exception {
        Process launcher = start("sh", "-c", "exit 3");

        assertThat(launcher.waitFor()).isEqualTo(3);

        assertThat(launcher.exitValue()).isEqualTo(3);
        assertThat(launcher.isAlive()).isFalse();
        assertThat(launcher.onExit().get(10, TimeUnit.SECONDS)).isSameAs(launcher);
        assertThat(directory.resolve("exit_code")).content().startsWith("3");
    }

    @Test
    void aLauncherThatIsKilledHasEnded() throws Exception {
        Process launcher = start("sleep", "1000");
        assertThat(launcher.isAlive()).isTrue();
        assertThat(launcher.waitFor(1, TimeUnit.MILLISECONDS)).isFalse();
        assertThatThrownBy(launcher::exitValue).isInstanceOf(IllegalThreadStateException.class);

        launcher.destroyForcibly();

        assertThat(launcher.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(128 + 9);
        new ProcessGroup(null, MARK, new ProcessMarks()).stop(Duration.ZERO);
    }

    /** Each is collected when it has ended, also if nobody waits for it. */
    @Test
    void noneIsLeftOfMany() throws Exception {
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Path own = Files.createDirectory(directory.resolve(Integer.toString(i)));
            all.add(launcher().start(own, own.resolve("log"), MARK, List.of("true"), LeakCheck.environment()));
        }

        await().until(() ->
                all.stream().noneMatch(launcher -> ProcFs.stat(launcher.pid()).isPresent()));
    }

    @Test
    void aMissingCommandIsNamed() {
        assertThatThrownBy(() -> start("/no/such"))
                .isInstanceOf(CommandNotFoundException.class)
                .hasMessageContaining("/no/such");
    }

    @Test
    void aMissingDirectoryIsNamed() {
        Path gone = directory.resolve("gone");

        assertThatThrownBy(() -> launcher().start(gone, log(), MARK, List.of("true"), LeakCheck.environment()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(gone.toString())
                .hasMessageContaining("No such file or directory");
    }

    @Test
    void anArgumentThatNoProgramCouldGetIsRefused() {
        assertThatThrownBy(() -> start("echo", "a\0b")).isInstanceOf(IOException.class);
        assertThat(directory.resolve("launch")).doesNotExist();
    }

    final Process start(String... command) throws IOException {
        return launcher().start(directory, log(), MARK, List.of(command), LeakCheck.environment());
    }

    final Path log() {
        return directory.resolve("log");
    }

    private static Map<String, String> variables(String text) {
        Map<String, String> variables = new HashMap<>();
        for (String variable : text.split("\0", 0)) {
            int equals = variable.indexOf('=');
            variables.put(variable.substring(0, equals), variable.substring(equals + 1));
        }
        // of the shell that is the launcher
        variables.keySet().removeAll(List.of("PWD", "OLDPWD", "SHLVL", "_"));
        return variables;
    }
}
