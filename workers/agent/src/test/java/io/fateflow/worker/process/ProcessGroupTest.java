package io.fateflow.worker.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.agent.testing.LeakCheck;
import io.fateflow.worker.run.RunDirectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(LeakCheck.class)
@Tag("processes")
class ProcessGroupTest {

    private static final String MARK = "0123456789abcdef";

    private final ProcessMarks marks = new ProcessMarks();

    @TempDir
    Path directory;

    @Test
    void whatProcessesShareCountsOnce() throws Exception {
        Process launcher = start("x=$(head -c 60000000 /dev/zero | tr '\\0' x); (echo $x >/dev/null; echo x >ready;"
                + " while :; do sleep 0.05; done) & while :; do sleep 0.05; done");
        awaitReady();
        ProcessGroup group = group();

        ProcessGroup.Usage usage = group.usage();

        assertThat(usage.memory()).isBetween(60_000_000L, 110_000_000L);
        assertThat(usage.peakMemory()).isGreaterThan(usage.memory());
        group.stop(Duration.ofMillis(100));
        launcher.waitFor();
        assertThat(group.usage()).isEqualTo(new ProcessGroup.Usage(0, 0, 0));
    }

    @Test
    void stoppingAsksFirst() throws Exception {
        Process launcher = start("trap 'echo bye >bye; exit 3' TERM; echo x >ready; while :; do sleep 0.01; done");
        awaitReady();

        group().stop(Duration.ofSeconds(10));

        launcher.waitFor();
        assertThat(run().exitCode()).contains(3);
        assertThat(directory.resolve("bye")).exists();
    }

    /** As a container's first process is, by whoever wants it to end, perhaps more than once. */
    @RepeatedTest(20)
    @Tag("slow")
    void howOneEndedThatWasAskedThroughItsLauncherIsKnown() throws Exception {
        Process launcher = start("trap 'exit 3' TERM; echo x >ready; while :; do sleep 0.01; done");
        awaitReady();

        for (int i = 0; i < 5; i++) {
            launcher.destroy();
        }

        assertThat(launcher.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(run().exitCode()).contains(3);
    }

    @Test
    void whoDoesNotListenIsKilledWithItsChildren() throws Exception {
        Process launcher =
                start("trap '' TERM; (trap '' TERM; sleep 1000) & echo x >ready; while :; do sleep 0.05; done");
        awaitReady();
        ProcessGroup group = group();
        assertThat(group.isGone()).isFalse();

        group.stop(Duration.ofMillis(100));

        assertThat(group.isGone()).isTrue();
        launcher.waitFor();
        assertThat(run().exitCode()).contains(137);
    }

    @Test
    void aChildInAGroupOfItsOwnIsStoppedToo() throws Exception {
        Process launcher = start("set -m; sh -c 'sleep 1000' & set +m; echo x >ready; wait");
        awaitReady();
        ProcessGroup group = group();

        group.stop(Duration.ofSeconds(5));

        assertThat(group.isGone()).isTrue();
        launcher.waitFor();
    }

    @Test
    void aChildInASessionOfItsOwnIsStoppedTooThoughItsParentIsGone() throws Exception {
        Process launcher = start("(setsid sleep 1000 & echo $! >child); echo x >ready; exit 0");
        awaitReady();
        launcher.waitFor();
        assertThat(child()).as("else there is nothing to stop").isPresent();

        group().stop(Duration.ofSeconds(5));

        assertThat(child()).isEmpty();
    }

    /** Between its fork and its session, the leader has neither the mark nor a group of its own. */
    @Test
    void aLeaderThatDoesNotLeadYetIsOfTheGroup() throws Exception {
        ProcessBuilder forked = new ProcessBuilder("sleep", "1000");
        forked.environment().clear();
        forked.environment().putAll(LeakCheck.environment());
        Process leader = forked.start();
        long ticks = ProcFs.stat(leader.pid()).orElseThrow().startTicks();
        ProcessGroup group = new ProcessGroup(new ProcessIdentity(leader.pid(), ticks, ProcFs.bootId()), MARK, marks);
        assertThat(group.isGone()).isFalse();

        group.stop(Duration.ofSeconds(5));

        assertThat(leader.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** As a launcher that was killed just then leaves it. */
    @Test
    void whoWasSeenBeforeItHadItsMarkIsFoundByThat() throws Exception {
        ProcessBuilder launched = new ProcessBuilder(
                "sh", "-c", "echo x >ready; read go; FATE_EXECUTOR_RUN=" + MARK + " exec sleep 1000");
        launched.environment().clear();
        launched.environment().putAll(LeakCheck.environment());
        Process process = launched.directory(directory.toFile()).start();
        await().until(() -> Files.exists(directory.resolve("ready")));
        ProcessGroup group = new ProcessGroup(null, MARK, marks);
        assertThat(group.isGone()).isTrue();

        process.getOutputStream().write('\n');
        process.getOutputStream().flush();

        await().until(() -> !group.isGone());
        group.stop(Duration.ofSeconds(5));
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whoseLeaderNeverBecameKnownIsFoundByTheMark() throws Exception {
        Process launcher = start("echo $$ >child; echo x >ready; exec sleep 1000");
        awaitReady();
        ProcessGroup group = new ProcessGroup(null, MARK, marks);
        assertThat(group.isGone()).isFalse();

        group.stop(Duration.ofSeconds(5));

        launcher.waitFor();
        assertThat(child()).isEmpty();
        assertThat(run().exitCode()).as("the launcher is spared").contains(143);
    }

    @Test
    void aChildWithoutItsEnvironmentIsKnownByItsParent() throws Exception {
        Process launcher = start("env -i setsid sleep 1000 & echo $! >child; echo x >ready; wait");
        awaitReady();

        group().stop(Duration.ofSeconds(5));

        launcher.waitFor();
        assertThat(child()).isEmpty();
    }

    @Test
    void whoWasSeenOnceIsKnownAfterItsParentsEnd() throws Exception {
        Process launcher = start("env -i setsid sleep 1000 & echo $! >child; echo x >ready;"
                + " while [ ! -e go ]; do sleep 0.01; done");
        awaitReady();
        ProcessGroup group = group();
        assertThat(group.isGone()).isFalse();
        Files.createFile(directory.resolve("go"));
        launcher.waitFor();
        assertThat(child()).as("else there is nothing to stop").isPresent();

        group.stop(Duration.ofSeconds(5));

        assertThat(child()).isEmpty();
    }

    @Test
    void othersAreSpared() throws Exception {
        Process other = new ProcessBuilder("sh", "-c", "exec sleep 1000").start();
        Process launcher = start("echo x >ready; exec sleep 1000");
        awaitReady();

        group().stop(Duration.ofSeconds(5));

        launcher.waitFor();
        assertThat(other.isAlive()).isTrue();
        other.destroyForcibly();
    }

    @Test
    void anIdWithAnotherStartTimeIsAnotherProcess() throws Exception {
        Process launcher = start("echo x >ready; exec sleep 1000");
        awaitReady();
        ProcessIdentity executor = executor();
        ProcessIdentity older = new ProcessIdentity(executor.pid(), executor.startTicks() - 1, executor.bootId());
        ProcessIdentity beforeReboot = new ProcessIdentity(executor.pid(), executor.startTicks(), "another-boot");

        new ProcessGroup(older, "another", marks).stop(Duration.ZERO);
        new ProcessGroup(beforeReboot, "another", marks).stop(Duration.ZERO);

        assertThat(older.isAlive()).isFalse();
        assertThat(beforeReboot.isAlive()).isFalse();
        assertThat(executor.isAlive()).isTrue();
        new ProcessGroup(executor, MARK, marks).stop(Duration.ofSeconds(5));
        launcher.waitFor();
    }

    @Test
    void whatWasForbiddenIsNotStarted() throws Exception {
        assertThat(run().forbidStart()).isTrue();

        start("echo x >started").waitFor();

        assertThat(directory.resolve("started")).doesNotExist();
        assertThat(run().exitCode()).isEmpty();
    }

    @Test
    void whatWasStartedCannotBeForbidden() throws Exception {
        start("true").waitFor();

        assertThat(run().forbidStart()).isFalse();
    }

    @Test
    void anIncompleteLineIsNoIdentity() {
        assertThat(ProcessIdentity.parse("12")).isEqualTo(Optional.empty());
        assertThat(ProcessIdentity.parse("12 x b")).isEqualTo(Optional.empty());
        assertThat(ProcessIdentity.parse("12 34 b")).contains(new ProcessIdentity(12, 34, "b"));
    }

    private Process start(String script) throws IOException {
        return new Launcher()
                .start(directory, directory.resolve("log"), MARK, List.of("sh", "-c", script), LeakCheck.environment());
    }

    private void awaitReady() {
        await().until(() ->
                Files.exists(directory.resolve("ready")) && run().executor().isPresent());
    }

    private ProcessGroup group() throws IOException {
        return new ProcessGroup(executor(), MARK, marks);
    }

    /** The process that the script has noted, if it lives. */
    private Optional<ProcFs.Stat> child() throws IOException {
        return ProcFs.stat(Long.parseLong(
                        Files.readString(directory.resolve("child")).strip()))
                .filter(stat -> !stat.isDead());
    }

    private ProcessIdentity executor() throws IOException {
        return run().executor().orElseThrow();
    }

    private RunDirectory run() {
        return new RunDirectory("0", directory, directory);
    }
}
