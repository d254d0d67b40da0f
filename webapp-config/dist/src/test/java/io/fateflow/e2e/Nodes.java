package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Servers of one site in processes of their own, on one home and one database. Executors of {@link Jobs#held} write down
 * that they have begun, a line each, in a file for each attempt and party, and take a few seconds.
 */
final class Nodes {

    /** Arguments come in FATE's order: task id, version, role and party id are the 6th, 8th, 10th and 12th. */
    private static final String WORK = "seconds=$(cat $0/seconds); echo $$ >> $0/$6-$8-${10}-${12}; sleep $seconds";

    private final Path place;
    private final Path signs;
    private final Map<String, String> database;
    private final JdbcTemplate jdbc;
    private final ObjectNode settings = FlowClient.JSON.createObjectNode();

    Nodes(Path place, Map<String, String> database) throws IOException {
        this.place = place;
        this.signs = Files.createDirectories(place.resolve("signs"));
        this.database = database;
        this.jdbc = new JdbcTemplate(new DriverManagerDataSource(
                database.get("spring.datasource.url"), database.get("spring.datasource.username"), ""));
        configureExecutor(settings);
    }

    /** Servers that are started from now on have more settings. */
    Nodes with(Consumer<ObjectNode> more) {
        more.accept(settings);
        return this;
    }

    /** Another site's server begins executors that leave their signs here, too. */
    void configureExecutor(ObjectNode ofServer) {
        ArrayNode command =
                ofServer.withObject("/fate/worker/commands/" + Jobs.HELD_MODULE).putArray("command");
        List.of("sh", "-c", WORK, signs.toString()).forEach(command::add);
    }

    /** For a worker of its own that begins such executors, too. */
    Path commandsOfWorker() throws IOException {
        return Files.writeString(
                place.resolve("commands.json"),
                settings.at("/fate/worker/commands").toString());
    }

    /** How long executors that begin from now on take. */
    void executorsTake(double seconds) throws IOException {
        Path written = Files.writeString(place.resolve("written"), Double.toString(seconds));
        Files.move(written, signs.resolve("seconds"), StandardCopyOption.REPLACE_EXISTING);
    }

    Path home() {
        return place.resolve("home");
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    /** Starts the server of this name, or starts it again. */
    ChildJvm start(String name, int port) throws IOException {
        return start(name, port, List.of());
    }

    /** Starts a server that has more classes than the others. */
    ChildJvm start(String name, int port, List<Path> additions) throws IOException {
        Map<String, String> environment = new HashMap<>();
        database.forEach(
                (key, value) -> environment.put(key.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        environment.put("FATE_ADMIN_PASSWORD", FlowClient.PASSWORD);
        environment.put("FATE_NODE_NAME", name);
        environment.put("FATE_WORKER_ID", "worker-" + name);
        environment.put("FATE_WORKER_MAXEXECUTORS", "6");
        environment.put("FATE_WORKER_EXECUTORHEAP", "128m");
        environment.put("FATE_SITE_CORESPERNODE", "64");
        environment.put("SPRING_APPLICATION_JSON", settings.toString());
        Path own = Files.createDirectories(place.resolve(name));
        return ChildJvm.start(
                own,
                environment,
                List.of(),
                additions,
                "serve",
                "--home",
                home().toString(),
                "--port",
                Integer.toString(port));
    }

    /** How many executors have begun. */
    long begun() {
        return signs().stream().mapToLong(sign -> lines(sign).size()).sum();
    }

    /** Ends the executors of a job as {@code kill -9} does, and nothing of what has started them. */
    void killExecutors(String jobId) {
        signs().stream()
                .filter(sign -> sign.getFileName().toString().startsWith(jobId))
                .flatMap(sign -> lines(sign).stream())
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Every attempt at every party was run by one executor. */
    void assertNothingRanTwice() {
        assertThat(signs())
                .allSatisfy(sign -> assertThat(lines(sign)).as(sign.toString()).hasSize(1));
    }

    private List<Path> signs() {
        try (Stream<Path> files = Files.list(signs)) {
            return files.filter(file -> !file.endsWith("seconds")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of tasks of jobs that ran executors of the test: version and how they ended. */
    List<Map<String, Object>> attempts() {
        return jdbc.queryForList("select task_id, task_version, party_status, exit_reason, worker_id, error_report from"
                + " task where component_name = 'hold_0'");
    }

    /** What was said of a job's first attempts. */
    List<String> errorsOfFirstAttempts(String jobId) {
        return jdbc.queryForList(
                "select error_report from task where job_id = ? and task_version = 0 and error_report <> ''",
                String.class,
                jobId);
    }

    /** By role, in which version a job's component has ended. */
    List<Integer> lastVersions(String jobId) {
        return jdbc.queryForList(
                "select max(task_version) from task where job_id = ? group by role", Integer.class, jobId);
    }
}
