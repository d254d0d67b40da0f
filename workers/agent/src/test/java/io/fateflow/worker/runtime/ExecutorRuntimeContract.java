package io.fateflow.worker.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What the agent expects of any runtime; an executor is a shell script here. */
public abstract class ExecutorRuntimeContract {

    private static final Duration GRACE = Duration.ofSeconds(5);
    protected static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
    private static final String FOR_EVER = "echo begun >> begun; while true; do sleep 0.1; done";

    @TempDir
    protected Path work;

    private RunDirectory run;

    /** A runtime as a worker has it after a start: it remembers nothing. */
    protected abstract ExecutorRuntime runtime() throws IOException;

    @BeforeEach
    void makeARunDirectory() throws IOException {
        run = new RunDirectories(work)
                .claim(new RunKey("j", "guest", "9999", "c", "j_c", 0))
                .run();
        Files.createDirectories(run.path());
        Files.createDirectories(run.logs());
    }

    @Test
    void saysHowAnExecutorEnded() throws Exception {
        RunningExecutor executor = runtime().start(launch("echo hello; exit 3"));

        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(3, false));
        assertThat(run.standardLog()).hasContent("hello");
        assertThat(executor.isRunning()).isFalse();
    }

    @Test
    void givesItTheEnvironmentThatItWasToldAndNoOther() throws Exception {
        RunningExecutor executor = runtime()
                .start(new Launch(
                        run,
                        List.of("/bin/sh", "-c", "echo $OWN-$HOME-"),
                        Map.of("OWN", "x", "PATH", "/usr/bin:/bin"),
                        ExecutorLimits.NONE));

        awaitEnding(executor);

        assertThat(run.standardLog()).hasContent("x--");
    }

    @Test
    void waitsForTheEndUnlessSomethingElseHappens() throws Exception {
        RunningExecutor executor = runtime().start(launch(FOR_EVER));

        executor.awaitEnd(Duration.ofMillis(50), new CompletableFuture<>());
        assertThat(executor.isRunning()).isTrue();
        executor.awaitEnd(LONG_ENOUGH, CompletableFuture.completedFuture(null));
        assertThat(executor.isRunning()).isTrue();

        executor.stop(GRACE);
        assertThat(executor.isRunning()).isFalse();
    }

    @Test
    void saysOnceWhatItsComponentHasMeasuredSoFar() throws Exception {
        RunningExecutor executor =
                runtime().start(launch("echo '[{\"name\": \"loss\"}]' > m; mv m metrics.json; " + FOR_EVER));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(seen("metrics.json")));

        awaitMetrics(executor, "Optional[[{\"name\":\"loss\"}]]");
        assertThat(executor.newMetrics()).isEmpty();

        Path ofProgram = Files.createDirectories(seen("program")).resolve("metrics.json");
        Files.writeString(ofProgram, "[2]");
        awaitMetrics(executor, "Optional[[2]]");
        executor.stop(GRACE);
    }

    private static void awaitMetrics(RunningExecutor executor, String expected) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(executor.newMetrics()).hasToString(expected));
    }

    @Test
    void goesOnWithAnExecutorThatAnEarlierWorkerHasStarted() throws Exception {
        runtime().start(launch(FOR_EVER));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(seen("begun")));

        RunningExecutor adopted = runtime().adopt(launch(FOR_EVER));

        assertThat(adopted.isRunning()).isTrue();
        adopted.stop(GRACE);
        assertThat(seen("begun")).content().isEqualToIgnoringNewLines("begun");
    }

    @Test
    void saysHowAnExecutorEndedThatNobodyWatched() throws Exception {
        RunningExecutor unwatched = runtime().start(launch("exit 7"));
        await().atMost(LONG_ENOUGH).until(() -> !unwatched.isRunning());

        RunningExecutor adopted = runtime().adopt(launch("exit 7"));

        assertThat(adopted.isRunning()).isFalse();
        assertThat(adopted.ended(GRACE)).isEqualTo(new Ending.Exited(7, false));
    }

    @Test
    void startsAtItsAdoptionWhatAnEarlierWorkerDidNotComeToStart() throws Exception {
        RunningExecutor executor = runtime().adopt(launch("exit 0"));

        assertThat(awaitEnding(executor)).isEqualTo(new Ending.Exited(0, false));
    }

    @Test
    void endsWhatDoesNotWantToEnd() throws Exception {
        RunningExecutor executor = runtime().start(launch("trap '' TERM; " + FOR_EVER));
        await().atMost(LONG_ENOUGH).until(() -> Files.exists(seen("begun")));

        executor.stop(Duration.ofMillis(200));

        assertThat(executor.isRunning()).isFalse();
    }

    @Test
    void whatIsStoppedBeforeItHasBegunDoesNotRun() throws Exception {
        RunningExecutor executor = runtime().start(launch("touch begun; " + FOR_EVER));

        executor.stop(GRACE);

        assertThat(executor.isRunning()).isFalse();
    }

    @Test
    void whatIsStoppedDoesNotRunAtAnAdoption() throws Exception {
        runtime().start(launch(FOR_EVER)).stop(GRACE);

        RunningExecutor adopted = runtime().adopt(launch("touch again"));
        adopted.stop(GRACE);

        assertThat(adopted.isRunning()).isFalse();
        assertThat(seen("again")).doesNotExist();
    }

    /** A runtime that learns of it later overrides this. */
    @Test
    protected void whatCannotBeStartedLeavesNothing() throws Exception {
        assertThatThrownBy(() ->
                        runtime().start(new Launch(run, List.of("/no/such/command"), Map.of(), ExecutorLimits.NONE)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/no/such/command");
    }

    @Test
    void knowsWhatHasBegunOrNeverMay() throws Exception {
        assertThat(runtime().hasBegun(run)).isFalse();

        runtime().start(launch(FOR_EVER)).stop(GRACE);

        assertThat(runtime().hasBegun(run)).isTrue();
    }

    @Test
    void saysWhatItHas() throws Exception {
        assertThat(runtime().resources())
                .hasEntrySatisfying("CPU", cpu -> assertThat(cpu.decimalValue()).isPositive());
    }

    protected final RunDirectory run() {
        return run;
    }

    /** Below the run directory, as the executor sees it. */
    private Path seen(String file) {
        return seen(run.path()).resolve(file);
    }

    /** Where a directory of the executor is for this test; another one, if a runtime gives executors files of their own. */
    protected Path seen(Path directory) {
        return directory;
    }

    private Launch launch(String script) {
        return launchOf("/bin/sh", "-c", script);
    }

    protected final Launch launchOf(String... command) {
        return new Launch(run, List.of(command), Map.of("PATH", "/usr/bin:/bin"), ExecutorLimits.NONE);
    }

    protected static Ending awaitEnding(RunningExecutor executor) throws IOException, InterruptedException {
        while (executor.isRunning()) {
            executor.awaitEnd(LONG_ENOUGH, new CompletableFuture<>());
        }
        return executor.ended(GRACE);
    }
}
