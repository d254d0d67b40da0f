package io.fateflow.tools.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.worker.launch.JavaExecutor;
import io.fateflow.worker.local.LocalProcesses;
import io.fateflow.worker.run.RunDirectories;
import io.fateflow.worker.run.RunDirectory;
import io.fateflow.worker.run.RunKey;
import io.fateflow.worker.runtime.AheadPlan;
import io.fateflow.worker.runtime.Ending;
import io.fateflow.worker.runtime.ExecutorLimits;
import io.fateflow.worker.runtime.Launch;
import io.fateflow.worker.runtime.ReadyExecutors;
import io.fateflow.worker.runtime.RunningExecutor;

/** Java executors of one attempt each, as a worker starts them, without a server. */
final class ExecutorsBench implements AutoCloseable {

    private static final String HEAP = "512m";
    private static final String ROLE = "guest";
    private static final String PARTY = "9999";
    private static final Duration ARCHIVE_IS_MADE = Duration.ofMinutes(3);
    private static final Duration ONE_IS_READY = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final long LOOK_MILLIS = 20;

    /** As the executor says it just before its component runs. */
    private static final Pattern TOOK = Pattern.compile(" (\\d+) ms after (its process|it was given to)");

    private final Path place;
    private final JavaExecutor java;
    private final LocalProcesses runtime = new LocalProcesses();
    private final RunDirectories runs;
    private final ReadyExecutors ready;
    private final Map<String, String> environment =
            Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    private int attempts;

    /** @param place a folder for all that they need and leave */
    ExecutorsBench(Path place) throws IOException {
        this.place = place;
        this.java = JavaExecutor.install(place.resolve("executor"), place.resolve("components"), HEAP);
        this.runs = new RunDirectories(place);
        this.ready = runtime.startAhead(new AheadPlan(
                place.resolve("ahead"),
                1,
                java::commandAhead,
                List.of("--ahead", "1"),
                environment,
                Clock.systemUTC()));
    }

    /**
     * One that has succeeded.
     *
     * @param toComponent milliseconds from its process's start, or from when it was given its attempt, to its component's code
     * @param cpu milliseconds of processor time, with all that it did before
     */
    record Attempt(double toComponent, double cpu) {

        static ObjectNode json(List<Attempt> attempts) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.set(
                    "toComponentMillis",
                    new Percentiles(attempts.stream().map(Attempt::toComponent).toList()).json(50, 95));
            json.set(
                    "cpuMillis",
                    new Percentiles(attempts.stream().map(Attempt::cpu).toList()).json(50, 95));
            return json;
        }
    }

    /** Waits until executors start as they usually do. */
    void awaitArchive() throws InterruptedException {
        long limit = System.nanoTime() + ARCHIVE_IS_MADE.toNanos();
        while (!java.hasArchive()) {
            if (System.nanoTime() > limit) {
                throw new IllegalStateException("the archive of the executors' classes is not made");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** A JVM with the options of executors that runs nothing: milliseconds until it has ended. */
    double bareJvm() throws IOException, InterruptedException {
        List<String> program = java.command(0, 0);
        List<String> bare = new ArrayList<>(program.subList(0, program.indexOf("-cp")));
        bare.add("-version");
        long begin = System.nanoTime();
        new ProcessBuilder(bare)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        return (System.nanoTime() - begin) / 1e6;
    }

    Attempt started() throws IOException, InterruptedException {
        return run(Optional.empty());
    }

    /** Empty if none is started ahead, as on a machine that has no idle core. */
    Optional<Attempt> waited() throws IOException, InterruptedException {
        long limit = System.nanoTime() + ONE_IS_READY.toNanos();
        while (System.nanoTime() < limit) {
            Optional<ReadyExecutors.Ready> found = ready.take(java.command(0, 0), environment);
            if (found.isPresent()) {
                try (ReadyExecutors.Ready one = found.get()) {
                    return Optional.of(run(Optional.of(one.directory())));
                }
            }
            ready.tend();
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        return Optional.empty();
    }

    private Attempt run(Optional<Path> ahead) throws IOException, InterruptedException {
        String job = "bench" + attempts++;
        RunDirectory run = runs.claim(new RunKey(job, ROLE, PARTY, "upload_0", job + "_upload_0", 0), ahead)
                .run();
        run.reserve();
        Path data = Files.writeString(place.resolve("data.csv"), "id,x0\n1,2\n3,4\n");
        Files.writeString(run.config(), config(data).toString());
        List<String> command = new ArrayList<>(java.command(0, 0));
        command.addAll(List.of("--job_id", job, "--component_name", "upload_0", "--task_id", job + "_upload_0"));
        command.addAll(List.of("--task_version", "0", "--role", ROLE, "--party_id", PARTY));
        command.addAll(List.of(
                "--config", run.config().toString(), "--result", run.result().toString()));
        command.addAll(List.of("--log_dir", run.logs().toString()));
        command.addAll(List.of("--parent_log_dir", run.parentLogs().toString()));
        RunningExecutor executor = runtime.start(new Launch(run, command, environment, ExecutorLimits.NONE));
        while (executor.isRunning()) {
            executor.awaitEnd(ONE_IS_READY, new CompletableFuture<>());
        }
        Ending ending = executor.ended(GRACE);
        String log = Files.readString(run.logs().resolve("INFO.log"));
        Matcher took = TOOK.matcher(log);
        if (!(ending instanceof Ending.Exited exited) || exited.code() != 0 || !took.find()) {
            throw new IllegalStateException("the bench's own attempt has failed: " + ending + "\n" + log);
        }
        return new Attempt(Double.parseDouble(took.group(1)), executor.cpuMillis());
    }

    private ObjectNode config(Path data) {
        ObjectNode config = JsonNodeFactory.instance.objectNode().put("module", "Upload");
        config.putObject("component_parameters")
                .put("namespace", "bench")
                .put("name", "bench" + attempts)
                .put("file", data.toString());
        config.putObject("roles").putArray(ROLE).add(PARTY);
        config.put("store", place.resolve("tables").toString()).put("home", place.toString());
        config.putArray("upload_folders").add(place.toString());
        config.putObject("exchange").put("url", "http://127.0.0.1:9").put("token", "none");
        return config;
    }

    @Override
    public void close() {
        ready.close();
        java.close();
        runtime.close();
    }
}
