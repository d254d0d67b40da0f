package io.fateflow.tools.program;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.fateflow.webapp.ForeignSettings;

/** A server in a process of its own, which ends with this one, however this one ends. */
public final class ServerProcess {

    private static final String CONSOLE = "console.log";
    private static final String FAILED = "\nFailed: ";
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    private static final long GRACE_SECONDS = 30;

    private final Process process;
    private final Path home;
    private final URI address;

    private ServerProcess(Process process, Path home, URI address) {
        this.process = process;
        this.home = home;
        this.address = address;
    }

    /**
     * Starts it, and does not wait until it answers. The files of settings are its home's, so that none in this
     * program's working directory counts, and no settings of the environment do.
     *
     * @param home made if it is not there; its settings and what it writes are in it
     * @param port of loopback
     * @param settings besides home and port
     * @param secrets environment variables: what opens the door stands in no file
     * @param jvmOptions besides the usual ones
     */
    public static ServerProcess start(
            Path home, int port, Properties settings, Map<String, String> secrets, String... jvmOptions)
            throws IOException {
        Properties all = new Properties();
        all.putAll(settings);
        all.setProperty("fate.home", home.toAbsolutePath().toString());
        all.setProperty("server.port", Integer.toString(port));
        Files.createDirectories(home);
        try (Writer file = Files.newBufferedWriter(home.resolve("application.properties"))) {
            all.store(file, "A server that another program has started");
        }
        List<String> command = ThisProgram.command(Stream.concat(Stream.of("-XX:+UseSerialGC"), Stream.of(jvmOptions))
                .toArray(String[]::new));
        command.addAll(
                List.of("serve", "--with", Long.toString(ProcessHandle.current().pid())));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(CONSOLE).toFile());
        builder.environment().keySet().removeIf(ForeignSettings::isOne);
        builder.environment().putAll(secrets);
        return new ServerProcess(builder.start(), home, URI.create("http://127.0.0.1:" + port));
    }

    /** @throws IOException if it ends before it answers, or does not answer for minutes */
    public void awaitAnswer() throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest health = HttpRequest.newBuilder(address.resolve("/actuator/health"))
                .timeout(START_LIMIT)
                .build();
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() < limit && process.isAlive()) {
            try {
                if (http.send(health, HttpResponse.BodyHandlers.discarding()).statusCode() == 200) {
                    return;
                }
            } catch (IOException notYet) {
                // it does not listen yet
            }
            process.waitFor(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        }
        throw new IOException("The server in %s does not answer%s".formatted(home, reason()));
    }

    /** A command that fails says why at the end of what it writes. */
    private String reason() throws IOException {
        Path console = home.resolve(CONSOLE);
        String written = "\n" + new String(Files.readAllBytes(console), Charset.defaultCharset());
        int at = written.lastIndexOf(FAILED);
        return at < 0
                ? "; see " + console
                : ": " + written.substring(at + FAILED.length()).strip();
    }

    public URI address() {
        return address;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Waits until it has ended by itself. */
    public void awaitEnd() throws InterruptedException {
        process.waitFor();
    }

    /** Ends them, all at the same time, and waits; those that take too long are killed. */
    public static void end(Collection<ServerProcess> servers) {
        end(servers.stream().map(server -> server.process).toList());
    }

    /** As {@link #end(Collection)}, of any processes. */
    public static void end(List<Process> processes) {
        processes.forEach(Process::destroy);
        for (Process process : processes) {
            try {
                if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
