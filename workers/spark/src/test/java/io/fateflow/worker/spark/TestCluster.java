package io.fateflow.worker.spark;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.fateflow.worker.submit.SparkHome;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

/** A real Spark: an installation made of its artifacts, a standalone master and its workers, as processes on 127.0.0.1. */
final class TestCluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Pattern MASTER = Pattern.compile("(spark://127\\.0\\.0\\.1:\\d+)");
    private static final Pattern PAGES = Pattern.compile("MasterWebUI.*(http://[^ ]+:\\d+)");
    private static final String LOOPBACK = "127.0.0.1";

    private final Path directory;
    private final List<Process> processes = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();
    private String master = "";
    private String pages = "";

    /** An installation, and nothing that runs. */
    TestCluster(Path directory) throws IOException {
        this.directory = directory;
        Path bin = Files.createDirectories(home().resolve("bin"));
        Files.createDirectories(home().resolve("conf"));
        Files.createSymbolicLink(home().resolve("jars"), jars());
        // by which Spark's launcher tells an installation from a build
        Files.createFile(home().resolve("RELEASE"));
        Path submit = bin.resolve("spark-submit");
        try (InputStream script = requireNonNull(TestCluster.class.getResourceAsStream("spark-submit.sh"))) {
            Files.write(submit, script.readAllBytes());
        }
        if (!submit.toFile().setExecutable(true)) {
            throw new IOException(submit + " stays no program");
        }
    }

    private static Path jars() {
        return Path.of(System.getProperty("spark.jars.of.tests"))
                .toAbsolutePath()
                .normalize();
    }

    private Path home() {
        return directory.resolve("home");
    }

    /** Tells drivers something more, as an operator does. */
    void defaults(String lines) throws IOException {
        Files.writeString(home().resolve("conf").resolve("spark-defaults.conf"), lines);
    }

    TestCluster startMaster() throws IOException {
        Path log = start(
                "master",
                List.of(),
                "org.apache.spark.deploy.master.Master",
                "--host",
                LOOPBACK,
                "--port",
                "0",
                "--webui-port",
                "0");
        master = awaitLine(log, MASTER);
        pages = awaitLine(log, PAGES).replaceFirst("//[^:]+", "//" + LOOPBACK);
        return this;
    }

    /** Starts a worker, and waits until the master knows it. */
    TestCluster startWorker(int cores) throws IOException {
        return startWorker(cores, List.of());
    }

    /** Likewise on a machine of its own, as it were, which has nothing where this one has a directory. */
    TestCluster startWorkerWithout(Path directory) throws IOException {
        return startWorker(
                1,
                List.of(
                        "unshare",
                        "--mount",
                        "/bin/sh",
                        "-c",
                        "mount -t tmpfs tmpfs \"$0\" && exec \"$@\"",
                        directory.toString()));
    }

    /** Whether such a worker may be had here. */
    static boolean mayHide() {
        try {
            return new ProcessBuilder("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private TestCluster startWorker(int cores, List<String> in) throws IOException {
        int before = state().path("aliveworkers").asInt();
        Path work = directory.resolve("work-" + workers.size());
        start(
                "worker-" + workers.size(),
                in,
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                LOOPBACK,
                "--port",
                "0",
                "--webui-port",
                "0",
                "--cores",
                Integer.toString(cores),
                "--memory",
                "4g",
                "--work-dir",
                work.toString(),
                master);
        workers.add(processes.get(processes.size() - 1));
        await("a worker")
                .atMost(PATIENCE)
                .until(() -> state().path("aliveworkers").asInt() > before);
        return this;
    }

    private Path start(String name, List<String> in, String main, String... arguments) throws IOException {
        Path log = Files.createDirectories(directory).resolve(name + ".log");
        List<String> line = new ArrayList<>(in);
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "-cp",
                home().resolve("conf") + ":" + home().resolve("jars").resolve("*"),
                main));
        line.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("SPARK_HOME", home().toString());
        builder.environment().put("SPARK_LOCAL_IP", LOOPBACK);
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        processes.add(builder.start());
        return log;
    }

    private static String awaitLine(Path log, Pattern pattern) {
        return await("a line in " + log)
                .atMost(PATIENCE)
                .until(() -> found(log, pattern), Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<String> found(Path log, Pattern pattern) throws IOException {
        Matcher matcher = pattern.matcher(Files.readString(log));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** What a worker of ours is told of this cluster. */
    SparkHome settings() {
        return settings(master);
    }

    /** Likewise, with another master. */
    SparkHome settings(String otherMaster) {
        return new SparkHome(
                home(), otherMaster, Path.of(System.getProperty("spark.application.of.tests")), LOOPBACK, 4, 8192);
    }

    /** What the master says. */
    JsonNode state() throws IOException {
        try {
            return new ObjectMapper()
                    .readTree(HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(pages + "/json/"))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int coresInUse() throws IOException {
        return state().path("coresused").asInt();
    }

    /** Processes of Spark's executors, all of them below workers. */
    long executors() {
        return workers.stream()
                .flatMap(worker -> worker.toHandle().descendants())
                .filter(ProcessHandle::isAlive)
                .count();
    }

    /** Lets executors stand still. */
    void freeze() throws IOException {
        signal("-STOP");
    }

    void thaw() throws IOException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException {
        for (Process worker : workers) {
            for (ProcessHandle executor : worker.toHandle().descendants().toList()) {
                try {
                    new ProcessBuilder("kill", signal, Long.toString(executor.pid()))
                            .start()
                            .waitFor();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** Ends a worker with its executors, as when its machine goes. */
    void kill(int worker) {
        Process process = workers.get(worker);
        List<ProcessHandle> below = process.toHandle().descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
    }

    /** A worker that runs an executor. */
    int busyWorker() {
        for (int i = 0; i < workers.size(); i++) {
            if (workers.get(i).toHandle().descendants().findAny().isPresent()) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public void close() {
        for (int i = 0; i < workers.size(); i++) {
            kill(i);
        }
        processes.forEach(Process::destroyForcibly);
        for (Process process : processes) {
            try {
                process.waitFor(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
