package io.fateflow.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.fateflow.webapp.FateFlowBpm;
import io.fateflow.worker.jvm.HugePages;

import static org.assertj.core.api.Assertions.assertThat;

/** The program in a process of its own, as {@code java -jar} runs it. */
final class ChildJvm implements AutoCloseable {

    private static final String ROUNDS = "fate.access.password-rounds";
    private static final String EXECUTORS = "FATE_WORKER_EXECUTORDIRECTORY";
    private static final long PATIENCE_SECONDS = 90;
    private static final Path THIS_MODULE = Path.of("target").toAbsolutePath();

    private final Process process;
    private final Path output;

    private ChildJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts it.
     *
     * @param place for its output and its temporary files
     */
    static ChildJvm start(Path place, Map<String, String> environment, String... arguments) {
        return start(place, environment, List.of(), List.of(), arguments);
    }

    /**
     * Starts it in another way than {@code java -jar} does.
     *
     * @param options for the JVM
     * @param additions directories of classes that the program has not
     */
    static ChildJvm start(
            Path place,
            Map<String, String> environment,
            List<String> options,
            List<Path> additions,
            String... arguments) {
        String classPath = programOnly(System.getProperty("java.class.path"));
        List<String> all = new ArrayList<>(ClassArchive.options(classPath));
        all.addAll(options);
        StringBuilder extended = new StringBuilder(classPath);
        additions.forEach(addition -> extended.append(File.pathSeparator).append(addition));
        return run(place, environment, all, extended.toString(), arguments);
    }

    static ChildJvm run(
            Path place, Map<String, String> environment, List<String> options, String classPath, String... arguments) {
        List<String> program = new ArrayList<>(options);
        program.addAll(List.of("-cp", classPath, FateFlowBpm.class.getName()));
        return launch(place, environment, program, arguments);
    }

    /** Starts the program of another build. */
    static ChildJvm ofJar(Path place, Map<String, String> environment, Path jar, String... arguments) {
        return launch(place, environment, List.of("-jar", jar.toAbsolutePath().toString()), arguments);
    }

    private static ChildJvm launch(
            Path place, Map<String, String> environment, List<String> program, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + place,
                "-D" + ROUNDS + "=" + System.getProperty(ROUNDS, "1000")));
        command.addAll(HugePages.options());
        command.addAll(program);
        command.addAll(List.of(arguments));
        try {
            Path output = place.resolve(arguments[0] + ".out");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(place.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
            builder.environment()
                    .put(EXECUTORS, THIS_MODULE.resolve("executors").toString());
            builder.environment().putAll(environment);
            return new ChildJvm(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Below those that the system gives to clients, so that nobody takes it while a server is down. */
    static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(15_000, 32_000);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (BindException taken) {
                // another one then
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As Ctrl-C does; returns when it has ended. */
    void terminate() {
        process.destroy();
        exitCode();
    }

    /** Stands still, as a machine that is paused, until {@link #resume}. */
    void pause() {
        signal("STOP");
    }

    void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** As a crash does. */
    void kill() {
        process.destroyForcibly();
        exitCode();
    }

    int exitCode() {
        return exitCode(PATIENCE_SECONDS);
    }

    /** For what takes longer on a machine that is busy. */
    int exitCode(long patienceSeconds) {
        try {
            assertThat(process.waitFor(patienceSeconds, TimeUnit.SECONDS))
                    .as(output())
                    .isTrue();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    /** Without this module's own directories: it has no program, only tests and the bill of materials. */
    private static String programOnly(String classPath) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(classPath)
                .filter(entry -> !Path.of(entry).startsWith(THIS_MODULE))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
