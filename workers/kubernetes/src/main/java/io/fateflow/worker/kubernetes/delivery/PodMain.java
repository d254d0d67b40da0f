package io.fateflow.worker.kubernetes.delivery;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fateflow.worker.api.LogFiles;
import io.fateflow.worker.jvm.ProgramLocale;
import io.fateflow.worker.launch.JavaExecutor;
import io.fateflow.worker.process.Launcher;
import io.fateflow.worker.process.PrivateFiles;
import io.fateflow.worker.retry.Backoff;
import io.fateflow.worker.retry.Retry;
import io.fateflow.worker.run.RunDirectory;

/**
 * The first process of a pod that shares no volume with its worker: it runs the executor's launcher in a directory of the pod's own, and
 * ends with its exit code when the worker has all that it has left.
 */
public final class PodMain {

    /** As {@code sysexits.h} has them: the worker has given the run up; what was made could not be delivered. */
    private static final int NOT_BEGUN = 75;

    private static final int NOT_DELIVERED = 74;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final RunDirectory run;
    private final DeskCalls desk;
    private final CountDownLatch ended = new CountDownLatch(1);

    private PodMain(RunDirectory run, DeskCalls desk) {
        this.run = run;
        this.desk = desk;
    }

    /**
     * The command of a pod.
     *
     * @param launch the executor's command
     */
    public static List<String> line(RunDirectory run, List<String> launch) {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-Xss512k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:MaxMetaspaceSize=48m",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path", ""),
                PodMain.class.getName(),
                run.workerId(),
                run.path().toString(),
                run.logs().toString()));
        line.addAll(launch);
        return line;
    }

    /** Id of the run, its directory, its log directory, and the executor's command. */
    public static void main(String[] arguments) throws InterruptedException {
        ProgramLocale.set();
        PrivateFiles.fromNowOn();
        List<String> all = List.of(arguments);
        RunDirectory run = new RunDirectory(all.get(0), Path.of(all.get(1)), Path.of(all.get(2)));
        Map<String, String> environment = System.getenv();
        DeskCalls desk = new DeskCalls(
                URI.create(environment.getOrDefault(DeskWire.URL, "")),
                run.workerId(),
                environment.getOrDefault(DeskWire.TOKEN, ""),
                Retry.with(Backoff.standard()).within(PATIENCE));
        int code = new PodMain(run, desk).run(all.subList(3, all.size()));
        // a pod that is asked to end stands in a hook that waits for this
        Runtime.getRuntime().halt(code);
    }

    private int run(List<String> command) throws InterruptedException {
        try {
            desk.patiently(() -> {
                desk.begin();
                return "";
            });
        } catch (IOException e) {
            System.out.println("the executor does not begin: " + e.getMessage());
            return NOT_BEGUN;
        }
        try {
            prepare(command);
            int code = launch(command);
            System.out.println("the worker has all that the executor has left");
            return code;
        } catch (IOException e) {
            System.out.println(
                    "FFB-5266 what the executor has left could not be delivered to its worker: " + e.getMessage());
            return NOT_DELIVERED;
        } finally {
            ended.countDown();
        }
    }

    private void prepare(List<String> command) throws IOException {
        Files.createDirectories(run.path());
        new LogFiles(List.of(run.logs(), run.parentLogs())).create();
        desk.patiently(() -> {
            desk.config(run.config());
            return "";
        });
        JavaExecutor.provide(command);
        run.reserve();
    }

    private int launch(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Launcher.line(run.path(), run.standardLog(), run.workerId(), command))
                .directory(run.path().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(run.standardLog().toFile()));
        builder.environment().keySet().removeAll(List.of(DeskWire.URL, DeskWire.TOKEN));
        Process launcher = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> askToEnd(launcher)));
        Deliveries deliveries = new Deliveries(run, desk);
        while (!launcher.waitFor(1, TimeUnit.SECONDS)) {
            deliveries.whileItRuns();
        }
        deliveries.atTheEnd();
        return launcher.exitValue();
    }

    /** It may say farewell, and that is delivered; the kubelet knows how long to wait. */
    private void askToEnd(Process launcher) {
        launcher.destroy();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
