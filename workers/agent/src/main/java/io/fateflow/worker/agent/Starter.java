package io.fateflow.worker.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.api.ExecutorTask;
import io.fateflow.worker.api.LogFiles;
import io.fateflow.worker.process.CommandNotFoundException;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.runtime.ExecutorLimits;
import io.fateflow.worker.runtime.ExecutorRuntime;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.ReadyExecutors;
import io.fateflow.worker.runtime.RunningExecutor;

/** Makes run directories and starts executors in them. */
final class Starter {

    private final WorkerSettings settings;
    private final Commands commands;
    private final RunDirectories runs;
    private final Journal journal;
    private final ExecutorRuntime runtime;
    private final ReadyExecutors ready;

    Starter(
            WorkerSettings settings,
            Commands commands,
            RunDirectories runs,
            Journal journal,
            ExecutorRuntime runtime,
            ReadyExecutors ready) {
        this.settings = settings;
        this.commands = commands;
        this.runs = runs;
        this.journal = journal;
        this.runtime = runtime;
        this.ready = ready;
    }

    /**
     * Starts the task's executor, unless it was started before.
     *
     * @throws IllegalArgumentException if a name in the task cannot be a directory's
     * @throws CommandNotFoundException if there is no such command; the attempt counts as made
     */
    Watch start(ExecutorTask task) throws IOException {
        CommandTemplate template = commands.templateOf(task, task.config());
        try (Waiting ready = new Waiting(readyFor(template, task))) {
            return start(task, template, runs.claim(HeldTask.key(task), ready.directory()));
        }
    }

    /** What a program finds in its environment no executor has that was started for any attempt. */
    private Optional<ReadyExecutors.Ready> readyFor(CommandTemplate template, ExecutorTask task) {
        return template.csvTables()
                ? Optional.empty()
                : ready.take(
                        commands.programOf(template, task),
                        environment(task, template, task.config().path("resources")));
    }

    /** An executor that was started ahead, if there is one: it is not used unless an attempt is started with it. */
    private record Waiting(Optional<ReadyExecutors.Ready> one) implements AutoCloseable {

        Optional<Path> directory() {
            return one.map(ReadyExecutors.Ready::directory);
        }

        @Override
        public void close() {
            one.ifPresent(ReadyExecutors.Ready::close);
        }
    }

    private Watch start(ExecutorTask task, CommandTemplate template, RunDirectories.Claim claim) throws IOException {
        RunDirectory run = claim.run();
        List<String> line = commands.lineOf(template, task, run);
        HeldTask held = new HeldTask(task, run, line, settings.clock().millis());
        if (!claim.isNew() && runtime.hasBegun(run)) {
            journal.add(held);
            return adopt(held);
        }
        try {
            prepare(held, template);
        } catch (IOException | RuntimeException | Error e) {
            runs.release(run);
            throw e;
        }
        return begin(held, runtime::start);
    }

    /** Nothing of an executor is left, and nothing of it is asked for any more. */
    void release(RunDirectory run) throws IOException {
        runs.release(run);
    }

    /**
     * Watches an executor that was started before. A worker that went down between preparing and starting it has left all
     * that is needed to start it now.
     */
    Watch adopt(HeldTask held) throws IOException {
        return begin(held, runtime::adopt);
    }

    @FunctionalInterface
    private interface Beginning {
        RunningExecutor of(Launch launch) throws IOException;
    }

    private Watch begin(HeldTask held, Beginning beginning) throws IOException {
        try {
            requireUser(held.run());
            Launch launch = launch(held, config(held));
            return watch(held, beginning.of(launch), launch.limits());
        } catch (IOException | RuntimeException | Error e) {
            journal.remove(held.run());
            runs.release(held.run());
            throw e;
        }
    }

    /** What was prepared by a worker that was told nothing of users, or died before it gave one, is not started without. */
    private void requireUser(RunDirectory run) throws IOException {
        if (settings.confinement().isPresent() && run.user().isEmpty() && !runtime.hasBegun(run)) {
            throw new IOException(
                    "FFB-5246 the executor was prepared without a user of its own, and this worker starts none"
                            + " without: the next attempt gets one");
        }
    }

    /** One that was begun long ago may have no config any more, and needs none. */
    private static JsonNode config(HeldTask held) throws IOException {
        Path config = held.run().config();
        return Files.exists(config) ? ConfigFile.read(config) : MissingNode.getInstance();
    }

    private Launch launch(HeldTask held, JsonNode config) {
        JsonNode resources = config.path("resources");
        CommandTemplate template = commands.templateOf(held.task(), config);
        return new Launch(
                held.run(),
                held.command(),
                ofUser(held.run(), environment(held.task(), template, resources)),
                ExecutorLimits.of(resources));
    }

    private Map<String, String> environment(ExecutorTask task, CommandTemplate template, JsonNode resources) {
        Map<String, String> inherited =
                settings.confinement().isPresent() ? ExecutorEnvironment.harmless(System.getenv()) : System.getenv();
        return ExecutorEnvironment.of(task, template, resources, inherited);
    }

    private static Map<String, String> ofUser(RunDirectory run, Map<String, String> environment) {
        return run.user()
                .map(user -> ExecutorEnvironment.ofUser(user, environment))
                .orElse(environment);
    }

    private Watch watch(HeldTask held, RunningExecutor executor, ExecutorLimits limits) throws IOException {
        Duration timeout = held.task().timeout();
        Duration elapsed = Duration.ofMillis(settings.clock().millis() - held.startTime());
        return new Watch(
                held,
                executor,
                timeout.isZero() ? Watch.FOREVER : timeout.minus(elapsed),
                settings.stopGrace(),
                settings.longestSilence(),
                limits.memory(),
                settings.bringsLogs() ? Optional.of(LogShipping.of(held.run())) : Optional.empty());
    }

    private void prepare(HeldTask held, CommandTemplate template) throws IOException {
        RunDirectory run = held.run();
        Files.createDirectories(run.path());
        run.reserve();
        new LogFiles(List.of(run.logs(), run.parentLogs())).create();
        if (settings.bringsLogs()) {
            LogShipping.begin(run);
        }
        ObjectNode config = ConfigFile.of(held.task(), run, template, settings);
        ConfigFile.write(run.config(), config);
        if (run.user().isPresent()) {
            ConfigFile.write(run.configOfExecutor(), config);
            run.user().get().handOver(run.configOfExecutor());
        }
        journal.add(held);
    }
}
