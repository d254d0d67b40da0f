package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.LogFiles;
import io.fateflow.worker.process.CommandNotFoundException;
import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;

/** Makes run directories and starts executors in them. */
final class Starter {

    private final WorkerSettings settings;
    private final Commands commands;
    private final RunDirectories runs;
    private final Journal journal;
    private final Launcher launcher = new Launcher();

    Starter(WorkerSettings settings, Commands commands, RunDirectories runs, Journal journal) {
        this.settings = settings;
        this.commands = commands;
        this.runs = runs;
        this.journal = journal;
    }

    /**
     * Starts the task's executor, unless it was started before.
     *
     * @throws IllegalArgumentException if a name in the task cannot be a directory's
     * @throws CommandNotFoundException if there is no such command; the attempt counts as made
     */
    Watch start(ExecutorTask task) throws IOException {
        CommandTemplate template = commands.templateOf(task);
        RunDirectories.Claim claim = runs.claim(HeldTask.key(task));
        RunDirectory run = claim.run();
        List<String> line = commands.lineOf(template, task, run);
        HeldTask held = new HeldTask(task, run, line, settings.clock().millis());
        if (claim.isNew() || !run.isDecided()) {
            prepare(held);
        } else {
            journal.add(held);
        }
        return adopt(held);
    }

    private Process launch(HeldTask held) throws IOException {
        RunDirectory run = held.run();
        try {
            return launcher.start(
                    run.path(),
                    run.standardLog(),
                    run.workerId(),
                    held.command(),
                    ExecutorEnvironment.of(
                            held.task(),
                            commands.templateOf(held.task()),
                            ConfigFile.read(run.config()).path("resources"),
                            System.getenv()));
        } catch (IOException e) {
            journal.remove(run);
            throw e;
        }
    }

    /**
     * Watches an executor that was started before. A worker that went down between preparing and starting it has left all
     * that is needed to start it now; were its launcher still to begin, only one of the two would get the directory.
     */
    Watch adopt(HeldTask held) throws IOException {
        return watch(held, held.run().isDecided() ? null : launch(held).toHandle());
    }

    private Watch watch(HeldTask held, @Nullable ProcessHandle launcher) {
        Duration timeout = held.task().timeout();
        Duration elapsed = Duration.ofMillis(settings.clock().millis() - held.startTime());
        return new Watch(
                held,
                launcher,
                timeout.isZero() ? Watch.FOREVER : timeout.minus(elapsed),
                settings.stopGrace(),
                settings.longestSilence());
    }

    private void prepare(HeldTask held) throws IOException {
        RunDirectory run = held.run();
        Files.createDirectories(run.path());
        run.reserve();
        new LogFiles(List.of(run.logs(), run.parentLogs())).create();
        ConfigFile.write(run.config(), ConfigFile.of(held.task(), commands.templateOf(held.task()), settings));
        journal.add(held);
    }
}
