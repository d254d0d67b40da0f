package io.fateflow.e2e;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.fateflow.webapp.fault.FaultyWire;
import io.fateflow.webapp.fault.ShiftedClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Guest 9999, host 10000 and arbiter 10001, a server each. Guest and host talk HTTP, guest and arbiter gRPC, over wires
 * that fail when a test says so. The host's clock is ten minutes ahead.
 */
final class ThreeSites implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(2);

    final Site guest;
    final Site host;
    final Site arbiter;
    final FaultyWire guestToHost;
    final FaultyWire hostToGuest;
    final FaultyWire guestToArbiter;
    final FaultyWire arbiterToGuest;

    private final Path signs;

    ThreeSites(Path place) throws IOException {
        this(place, (site, itsPlace) -> {});
    }

    /** @param prepare what each has beside that before it starts, with a directory for files */
    ThreeSites(Path place, BiConsumer<Site, Path> prepare) throws IOException {
        signs = Files.createDirectory(place.resolve("signs"));
        guest = new Site(9999, place.resolve("guest"), signs, List.of());
        host = new Site(10000, place.resolve("host"), signs, List.of(shiftedClock(place)))
                .with(settings -> settings.put("spring.main.sources", ShiftedClock.class.getName()));
        arbiter = new Site(10001, place.resolve("arbiter"), signs, List.of());
        guestToHost = new FaultyWire(host.httpPort());
        hostToGuest = new FaultyWire(guest.httpPort());
        guestToArbiter = new FaultyWire(arbiter.grpcPort());
        arbiterToGuest = new FaultyWire(guest.grpcPort());
        guest.route(10000, "http", guestToHost.port()).route(10001, "grpc", guestToArbiter.port());
        host.route(9999, "http", hostToGuest.port()).route(10001, "http", arbiter.httpPort());
        arbiter.route(9999, "grpc", arbiterToGuest.port()).route(10000, "http", host.httpPort());
        all().forEach(site -> prepare.accept(site, place));
        all().forEach(Site::start);
        all().forEach(Site::awaitUp);
    }

    /** Nothing else of the tests is part of the server. */
    private static Path shiftedClock(Path place) throws IOException {
        String name = ShiftedClock.class.getName().replace('.', '/') + ".class";
        Path file = place.resolve("shifted").resolve(name);
        Files.createDirectories(file.getParent());
        try (InputStream in = ShiftedClock.class.getClassLoader().getResourceAsStream(name)) {
            Files.copy(in, file);
        }
        return place.resolve("shifted");
    }

    /** The conf of a job that the guest schedules, with all three parties. */
    static ObjectNode putConf(ObjectNode job) {
        ObjectNode conf = job.putObject("job_runtime_conf").put("dsl_version", 2);
        conf.putObject("initiator").put("role", "guest").put("party_id", 9999);
        ObjectNode role = conf.putObject("role");
        role.putArray("guest").add(9999);
        role.putArray("host").add(10000);
        role.putArray("arbiter").add(10001);
        conf.withObject("/job_parameters/common").put("task_cores", 1).put("federated_mode", "MULTIPLE");
        return conf;
    }

    List<Site> all() {
        return List.of(guest, host, arbiter);
    }

    Stream<FaultyWire> wires() {
        return Stream.of(guestToHost, hostToGuest, guestToArbiter, arbiterToGuest);
    }

    /** Executors of the job that have begun, at all sites. */
    long begun(String jobId) {
        Path file = signs.resolve("begun-" + jobId);
        try {
            return Files.exists(file) ? Files.readAllLines(file).size() : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitBegun(String jobId, long count) {
        await("%d executors of job %s have begun".formatted(count, jobId))
                .atMost(PATIENCE)
                .until(() -> begun(jobId) >= count);
    }

    /** The job's executors end well, those that begin later, too. */
    void letEnd(String jobId) {
        try {
            Path written = Files.writeString(signs.resolve("written"), "0\n");
            Files.move(written, signs.resolve("end-" + jobId));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitEverywhere(String jobId, String status) {
        awaitEnd(jobId, status, guest, host, arbiter);
    }

    void awaitEnd(String jobId, String status, Site... at) {
        await("job %s is %s at all of them".formatted(jobId, status))
                .atMost(PATIENCE)
                .untilAsserted(() -> List.of(at).forEach(site -> assertThat(site.statusOf(jobId))
                        .as("at party %d", site.partyId())
                        .isNotEmpty()
                        .containsOnly(status)));
    }

    void heal() {
        wires().forEach(FaultyWire::heal);
    }

    void assertNothingIsLeft() {
        await("all calls are answered")
                .atMost(PATIENCE)
                .until(() ->
                        new Leases(guest.jdbc()).count("select count(*) from party_command where answer_time is null")
                                == 0);
        all().forEach(Site::assertNothingIsLeft);
    }

    @Override
    public void close() throws IOException {
        all().forEach(Site::close);
        for (FaultyWire wire : wires().toList()) {
            wire.close();
        }
    }
}
