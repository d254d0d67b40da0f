package io.fateflow.worker.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.api.RunFiles;
import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.process.MarkedPlaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@ExtendWith(LeakCheck.class)
@Tag("processes")
class LiveRunsTest {

    private static final String WAITS = "while :; do sleep 0.02; done";
    private static final RunKey KEY = new RunKey("j1", "guest", "9999", "psi_0", "j1_psi_0", 0);

    @TempDir
    private Path work;

    @TempDir
    private Path elsewhere;

    @Test
    void whatLivesIsFoundWithoutAWalk() throws Exception {
        assumeTrue(MarkedPlaces.areTold());
        RunDirectory run = claim(work);
        LiveRuns runs = new LiveRuns(work);
        Process launcher = start(run, "cd /; sh -c '" + WAITS + "' & " + WAITS);

        assertThat(runs.list()).singleElement().satisfies(live -> {
            assertThat(live.key()).isEqualTo(KEY);
            assertThat(live.run()).isEqualTo(run);
        });
        end(runs, launcher);
        assertThat(runs.list()).isEmpty();
        assertThat(runs.walks()).isZero();
    }

    /** It is the one that knows where it was started: of it alone the processes do not tell. */
    @Test
    void whatHasLostItsLauncherIsFound() throws Exception {
        RunDirectory run = claim(work);
        LiveRuns runs = new LiveRuns(work);
        Process launcher = start(run, "cd /; " + WAITS);
        launcher.destroyForcibly().waitFor();

        assertThat(runs.list()).singleElement().satisfies(live -> assertThat(live.run())
                .isEqualTo(run));
        end(runs, launcher);
    }

    /** An executor may hide from whoever asks what still runs. */
    @Test
    void whoeverSaysThatHeIsALauncherHidesNobody() throws Exception {
        RunDirectory run = claim(work);
        LiveRuns runs = new LiveRuns(work);
        Process launcher = start(
                run,
                "cd /; sh -c '%s' fate-flow-launcher a b FATE_EXECUTOR_RUN=%s launch & %s"
                        .formatted(WAITS, run.workerId(), WAITS));

        assertThat(runs.list()).singleElement().satisfies(live -> assertThat(live.run())
                .isEqualTo(run));
        end(runs, launcher);
    }

    @Test
    void whatAnotherSiteRunsIsNotFound() throws Exception {
        claim(work);
        Process launcher = start(claim(elsewhere), WAITS);

        LiveRuns runs = new LiveRuns(work);

        assertThat(runs.list()).isEmpty();
        assertThat(runs.walks()).isZero();
        end(new LiveRuns(elsewhere), launcher);
    }

    @Test
    void aSiteThatIsReachedByALinkFindsItsOwn() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), work);
        Process launcher = start(claim(link), WAITS);

        LiveRuns runs = new LiveRuns(link);

        assertThat(runs.list()).hasSize(1);
        end(runs, launcher);
    }

    /** Its launcher was told another directory. */
    @Test
    void whatWasStartedAheadIsFoundWhenItHasAnAttempt() throws Exception {
        Path ahead = Files.createDirectories(work.resolve("ahead").resolve(RunDirectories.newId()));
        Files.createDirectories(work.resolve("jobs"));
        Process launcher = new Launcher()
                .startAhead(
                        ahead,
                        ahead.resolve("log"),
                        ahead.getFileName().toString(),
                        List.of("sh", "-c", WAITS),
                        LeakCheck.environment());
        await().until(() -> Files.exists(ahead.resolve("task_executor_pid")));
        LiveRuns runs = new LiveRuns(work);
        assertThat(runs.list()).isEmpty();

        RunDirectory run =
                new RunDirectories(work).claim(KEY, Optional.of(ahead)).run();
        Files.move(run.path().resolve(RunFiles.AHEAD), run.path().resolve(RunFiles.LAUNCH));

        assertThat(runs.list()).singleElement().satisfies(live -> assertThat(live.run())
                .isEqualTo(run));
        assertThat(runs.walks()).isZero();
        end(runs, launcher);
    }

    private static RunDirectory claim(Path work) throws IOException {
        return new RunDirectories(work).claim(KEY).run();
    }

    private static Process start(RunDirectory run, String script) throws IOException {
        Process launcher = new Launcher()
                .start(
                        run.path(),
                        run.standardLog(),
                        run.workerId(),
                        List.of("sh", "-c", "echo x >ready; " + script),
                        LeakCheck.environment());
        await().until(() -> Files.exists(run.path().resolve("ready"))
                && Files.exists(run.path().resolve("task_executor_pid")));
        return launcher;
    }

    private static void end(LiveRuns runs, Process launcher) throws IOException, InterruptedException {
        for (LiveRuns.LiveRun live : runs.list()) {
            live.stop(Duration.ofMillis(100));
        }
        launcher.waitFor();
    }
}
