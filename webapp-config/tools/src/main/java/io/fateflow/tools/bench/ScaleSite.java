package io.fateflow.tools.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

import io.fateflow.tools.program.ServerProcess;
import io.fateflow.tools.program.ThisProgram;

/** Servers on one database, and workers, each a process of its own; executors do nothing. */
final class ScaleSite implements AutoCloseable {

    private static final int SLOTS = 32;
    private static final String PASSWORD = BenchServer.PASSWORD;
    private static final String IDLE = "'*': {command: ['true'], pass-arguments: false}\n";

    private final Path place;
    private final List<ServerProcess> servers = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();
    private final Thread atExit = new Thread(() -> ServerProcess.end(workers));

    private ScaleSite(Path place) {
        this.place = place;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Starts them, and returns when all answer.
     *
     * @param place of their homes; empty
     * @param ports one for each server
     * @param jdbcUrl the one database
     * @param workers how many; none: each server has its own
     * @param more settings of each server
     */
    static ScaleSite start(Path place, List<Integer> ports, String jdbcUrl, int workers, Map<String, String> more)
            throws IOException, InterruptedException {
        ScaleSite site = new ScaleSite(place);
        try {
            for (int port : ports) {
                // one by one: the first one makes the tables
                site.startServer(port, jdbcUrl, workers == 0, more).awaitAnswer();
            }
            for (int number = 0; number < workers; number++) {
                site.startWorker(number);
            }
            return site;
        } catch (IOException | InterruptedException | RuntimeException e) {
            site.close();
            throw e;
        }
    }

    private ServerProcess startServer(int port, String jdbcUrl, boolean withWorker, Map<String, String> more)
            throws IOException {
        Properties settings = new Properties();
        settings.setProperty("spring.datasource.url", jdbcUrl);
        settings.setProperty("fate.worker.enabled", Boolean.toString(withWorker));
        settings.putAll(BenchServer.idleExecutors(SLOTS));
        settings.setProperty("fate.site.cores-per-node", "10000");
        settings.setProperty("logging.threshold.console", "warn");
        settings.putAll(more);
        ServerProcess server = ServerProcess.start(
                place.resolve("server-" + port), port, settings, Map.of("FATE_ADMIN_PASSWORD", PASSWORD));
        servers.add(server);
        return server;
    }

    private void startWorker(int number) throws IOException {
        Path directory = Files.createDirectories(place.resolve("worker-" + number));
        Path commands = Files.writeString(directory.resolve("commands.yaml"), IDLE);
        List<String> command = ThisProgram.command("-XX:+UseSerialGC");
        command.addAll(List.of(
                "worker",
                "--server=" + addresses().stream().map(URI::toString).collect(Collectors.joining(",")),
                "--user=admin",
                "--worker-id=bench-" + number,
                "--slots=" + SLOTS,
                "--commands=" + commands,
                "--work-dir=" + directory));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("console.log").toFile());
        builder.environment().put("FATE_FLOW_PASSWORD", PASSWORD);
        workers.add(builder.start());
    }

    List<URI> addresses() {
        return servers.stream().map(ServerProcess::address).toList();
    }

    /** Seconds of processor that the servers have used so far. */
    double serverSeconds() {
        return servers.stream().mapToDouble(server -> seconds(server.handle())).sum();
    }

    double workerSeconds() {
        return workers.stream()
                .mapToDouble(worker -> seconds(worker.toHandle()))
                .sum();
    }

    static double seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().map(cpu -> cpu.toNanos() / 1e9).orElse(0.0);
    }

    @Override
    public void close() {
        ServerProcess.end(workers);
        ServerProcess.end(servers);
        Runtime.getRuntime().removeShutdownHook(atExit);
    }
}
