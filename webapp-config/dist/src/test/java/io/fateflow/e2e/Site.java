package io.fateflow.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One of several sites: a server in a process of its own, with its home and its database, which tests may read. */
final class Site implements AutoCloseable {

    /** Says that it has begun; ends when the test says so, with the exit code that the test says. */
    private static final String HOLD = "echo $$ >> $0/begun-$FATE_JOB_ID;"
            + " until [ -s $0/end-$FATE_JOB_ID ]; do sleep 0.1; done; exit $(cat $0/end-$FATE_JOB_ID)";

    private final long partyId;
    private final Path place;
    private final ObjectNode settings;
    private final List<Path> additions;
    private final int httpPort = ChildJvm.freePort();
    private final int grpcPort = ChildJvm.freePort();
    private final FlowClient client = new FlowClient(httpPort);
    private final JdbcTemplate jdbc;
    private @Nullable ChildJvm server;

    /**
     * A site that is not up yet.
     *
     * @param signs where executors say that they have begun, and are told to end
     * @param additions directories of classes that this server has and others have not
     */
    Site(long partyId, Path place, Path signs, List<Path> additions) throws IOException {
        this.partyId = partyId;
        this.place = Files.createDirectory(place);
        this.additions = additions;
        // two processes may open it, this one over loopback
        String url = "jdbc:h2:" + place.resolve("db/fate-flow") + ";AUTO_SERVER=TRUE;WRITE_DELAY=0;LOCK_TIMEOUT=10000"
                + ";DEFAULT_TABLE_ENGINE=io.fateflow.database.embedded.InPlaceTables";
        this.jdbc = new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""));
        this.settings = FlowClient.JSON
                .createObjectNode()
                .put("spring.datasource.url", url)
                .put("fate.worker.heartbeat", "2s")
                .put("fate.worker.stop-grace", "2s")
                .put("fate.federation.enabled", true)
                .put("fate.federation.party-id", partyId)
                .put("fate.federation.max-message", "1MB")
                .put("fate.federation.reservation", "1s")
                .put("fate.federation.silence", "1s")
                .put("fate.federation.grpc.enabled", true)
                .put("fate.federation.grpc.port", grpcPort);
        ObjectNode program = settings.withObject("/fate/worker/commands/" + SitesUnderFaultsTest.HELD_MODULE);
        List.of("sh", "-c", HOLD, signs.toString()).forEach(program.putArray("command")::add);
    }

    Site with(Consumer<ObjectNode> more) {
        more.accept(settings);
        return this;
    }

    /** Calls to a party leave for that port of this machine. */
    Site route(long party, String protocol, int port) {
        String route = "fate.federation.routes." + party + ".";
        settings.put(route + "protocol", protocol)
                .put(route + "host", "127.0.0.1")
                .put(route + protocol + "-port", port);
        return this;
    }

    /** Starts it, on the home that it had. */
    Site start() {
        Map<String, String> environment = Map.of(
                "FATE_ADMIN_PASSWORD",
                FlowClient.PASSWORD,
                "SPRING_APPLICATION_JSON",
                settings.toString(),
                "LC_ALL",
                "C");
        server = ChildJvm.start(
                place,
                environment,
                // on a machine in Cairo, started by something that sets no LANG
                List.of("-Xmx256m", "-Dh2.bindAddress=127.0.0.1", "-Duser.language=ar", "-Duser.country=EG"),
                additions,
                "serve",
                "--home",
                place.toString(),
                "--port",
                Integer.toString(httpPort));
        return this;
    }

    void awaitUp() {
        client.awaitUp(requireNonNull(server));
    }

    void kill() {
        requireNonNull(server).kill();
    }

    long partyId() {
        return partyId;
    }

    int httpPort() {
        return httpPort;
    }

    int grpcPort() {
        return grpcPort;
    }

    FlowClient client() {
        return client;
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    ExecutorProcesses executors() {
        return new ExecutorProcesses(place);
    }

    List<String> statusOf(String jobId) {
        return jdbc.queryForList("select status from job where job_id = ?", String.class, jobId);
    }

    /** Files with such an ending that executors' data is in, on its way from here or to here. */
    List<Path> spooled(String ending) {
        try (Stream<Path> files = Files.walk(Files.createDirectories(place.resolve("exchange")))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(ending))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UncheckedIOException removedMeanwhile) {
            return spooled(ending);
        }
    }

    void assertNothingIsLeft() {
        executors().assertNoneIsLeft();
        new Leases(jdbc).assertNoneIsLeft();
        await("nothing is spooled at party %d".formatted(partyId))
                .atMost(ThreeSites.PATIENCE)
                .untilAsserted(() -> assertThat(spooled("")).isEmpty());
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        executors().killAll();
    }
}
