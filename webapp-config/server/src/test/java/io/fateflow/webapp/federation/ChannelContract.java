package io.fateflow.webapp.federation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.engine.job.JobStore;
import io.fateflow.federation.auth.SiteSigner;
import io.fateflow.federation.directory.PartyDirectory;
import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.transfer.Address;
import io.fateflow.transfer.Address.Member;
import io.fateflow.transfer.DiskSpace;
import io.fateflow.transfer.ExchangeSpool;
import io.fateflow.transfer.Outbox;
import io.fateflow.transfer.Received;
import io.fateflow.transfer.Sent;
import io.fateflow.transfer.Settlement;
import io.fateflow.transfer.TransferSender;
import io.fateflow.webapp.FederatedServerTest;
import io.fateflow.webapp.TestJobs;
import io.fateflow.webapp.fault.FaultyWire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Data from a guest's site to a real server, the host's, over a wire that fails. */
@FederatedServerTest
@TestPropertySource(
        properties = {
            "fate.federation.routes.9999.host=127.0.0.1",
            "fate.federation.routes.9999.http-port=1",
            "fate.federation.grpc.enabled=true",
            "fate.federation.grpc.port=0"
        })
abstract class ChannelContract {

    static final Member GUEST = new Member("guest", "9999");
    static final Member HOST = new Member("host", "10000");
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SETTLED = Duration.ofMinutes(4);
    private static final int MIB = 1 << 20;
    private static final AtomicInteger JOBS = new AtomicInteger();

    @Autowired
    private ExchangeSpool hosts;

    @Autowired
    private JdbcTemplate jdbc;

    @TempDir
    private Path directory;

    private String jobId;
    private String taskId;
    private ExchangeSpool guests;
    private FaultyWire wire;
    private Outbox outbox;

    /** A carrier as a site has one. */
    abstract TransferSender carrier(Duration stall);

    abstract PartyRoute route(int port);

    /** Where the server under test listens. */
    abstract int port();

    @BeforeEach
    void twoSitesWithAJob() {
        jobId = "2026010215304500%05d".formatted(JOBS.incrementAndGet());
        taskId = jobId + "_add_0";
        new JobStore(jdbc, Clock.systemUTC()).insert(List.of(TestJobs.at(TestJobs.HOST, jobId, JobStatus.RUNNING)));
        wire = new FaultyWire(port());
        guests = new ExchangeSpool(directory, new DiskSpace(0));
        outbox = outbox(route(wire.port()));
    }

    private Outbox outbox(PartyRoute route) {
        return new Outbox(
                guests,
                new Outbox.Settings(
                        new PartyDirectory(new Routes(9999, Map.of(10000L, route), null), Clock.systemUTC()),
                        Map.of(route.protocol(), carrier(Duration.ofMillis(700))),
                        SiteSigner.NONE,
                        "1.11.4",
                        Duration.ofMinutes(2)),
                Clock.systemUTC());
    }

    @AfterEach
    void nothingStays() throws IOException {
        outbox.close();
        wire.close();
        hosts.close(Address.session(taskId, 0));
        jdbc.update("delete from job where job_id = ?", jobId);
        assertThat(hosts.sessions()).doesNotContain(Address.session(taskId, 0));
    }

    @Test
    void whatIsSentArrivesAndWakesWhoWaits() throws Exception {
        CompletableFuture<Received> waiting = hosts.receive(address("share", GUEST), LONG);
        byte[] data = bytes(3 * MIB + 17);

        assertThat(send("share", data)).isEqualTo(Sent.STORED);

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(content(waiting)).isEqualTo(data);
    }

    @Test
    void smallAndEmptyThingsArriveToo() throws Exception {
        for (int i = 0; i < 50; i++) {
            send("v" + i, bytes(i * 700));
        }

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        for (int i = 0; i < 50; i++) {
            assertThat(arrived("v" + i)).isEqualTo(bytes(i * 700));
        }
    }

    @Test
    void aCutConnectionGoesOnWhereItWas() throws Exception {
        wire.cutAfter(10 * MIB).cutAfter(9 * MIB);
        byte[] data = bytes(24 * MIB);

        send("share", data);

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(arrived("share")).isEqualTo(data);
        assertThat(wire.connections()).isGreaterThanOrEqualTo(3);
        assertThat(wire.bytes()).as("not all of it again each time").isLessThan(40L * MIB);
    }

    @Test
    void aConnectionThatSwallowsIsGivenUp() throws Exception {
        wire.swallowAfter(MIB);
        byte[] data = bytes(4 * MIB);

        send("share", data);

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(arrived("share")).isEqualTo(data);
    }

    @Test
    void connectionsThatComeTwiceWriteOnce() throws Exception {
        wire.doubled();
        byte[] data = bytes(2 * MIB);

        send("share", data);

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(arrived("share")).isEqualTo(data);
    }

    @Test
    void bytesThatAreDelayedArrive() throws Exception {
        wire.holdAfter(MIB);
        byte[] data = bytes(4 * MIB);
        send("share", data);
        await("the first connection has been given up").atMost(LONG).until(() -> wire.held() > 1);

        wire.heal();

        arrivesOnce("share", data);
    }

    @Test
    void bytesThatComeWhenAnotherConnectionHasBroughtThemChangeNothing() throws Exception {
        wire.holdAfterOnOne(MIB);
        byte[] data = bytes(4 * MIB);

        send("share", data);

        arrivesOnce("share", data);
    }

    @Test
    void answersThatComeInAnotherOrderBelongToTheirTransfers() throws Exception {
        wire.holdAnswers();
        byte[] one = bytes(2 * MIB);
        byte[] other = bytes(MIB);
        send("one", one);
        await("it has connected").atMost(LONG).until(() -> wire.connections() > 0);
        send("other", other);

        assertThat(hosts.receive(address("other", GUEST), LONG).get(60, TimeUnit.SECONDS))
                .isInstanceOf(Received.Available.class);
        wire.heal();

        arrivesOnce("one", one);
        arrivesOnce("other", other);
    }

    @Test
    void answersThatAreLostDuringATransferDoNotHaveItDoneTwice() throws Exception {
        wire.loseAnswersAfter(MIB);
        byte[] data = bytes(4 * MIB);

        send("share", data);

        arrivesOnce("share", data);
    }

    /** It is whole; when its reader has it, nothing that is still on its way brings it again. */
    private void arrivesOnce(String name, byte[] data) throws Exception {
        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(arrived(name)).isEqualTo(data);
        hosts.taken(address(name, GUEST));
        wire.heal();
        await("the wire has carried all that it had").atMost(LONG).until(() -> wire.held() == 0);
        assertThat(hosts.receive(address(name, GUEST), Duration.ZERO).get(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        Received.Gone.class, gone -> assertThat(gone.reason()).contains("FFB-5207"));
    }

    @Test
    void aSiteThatWasAwayGetsWhatWasSentMeanwhile() throws Exception {
        wire.down();
        byte[] data = bytes(MIB);
        send("share", data);
        assertThat(outbox.settled(Address.session(taskId, 0), GUEST, Duration.ofMillis(200))
                        .get(10, TimeUnit.SECONDS))
                .isEqualTo(new Settlement.NotYet());

        wire.up();

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(arrived("share")).isEqualTo(data);
    }

    @Test
    void aSenderThatCrashedGoesOnAfterItsRestart() throws Exception {
        wire.cutAfter(2 * MIB);
        byte[] data = bytes(6 * MIB);
        send("share", data);
        outbox.close();

        outbox = outbox(route(wire.port()));
        outbox.start();

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(arrived("share")).isEqualTo(data);
    }

    @Test
    void aJobThatTheOtherSiteDoesNotHaveIsRefusedAndWrittenDown() throws Exception {
        jdbc.update("delete from job where job_id = ?", jobId);

        send("share", bytes(10));

        assertThat(settled()).isInstanceOfSatisfying(Settlement.Lost.class, lost -> assertThat(lost.reason())
                .contains("FFB-6601", "FFB-6611", "host 10000"));
        assertThat(jdbc.queryForList("select details from audit_log where actor = 'party 9999'", String.class))
                .anySatisfy(details -> assertThat(details).contains(jobId, "/v1/channel/offer"));
    }

    @Test
    void whoIsNoPartyOfTheJobIsRefused() throws Exception {
        Member stranger = new Member("guest", "9998");

        outbox.accept(jobId, taskId, 0, address("share", stranger), new ByteArrayInputStream(bytes(10)));

        assertThat(outbox.settled(Address.session(taskId, 0), stranger, LONG).get(60, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        Settlement.Lost.class, lost -> assertThat(lost.reason()).contains("FFB-6604", "guest 9998"));
    }

    @Test
    void nobodyIsToldOffForWhatNobodyWantsAnyMore() throws Exception {
        jdbc.update("update job set status = 'canceled' where job_id = ?", jobId);

        send("share", bytes(3 * MIB));

        assertThat(settled()).isEqualTo(new Settlement.Everything());
        assertThat(hosts.receive(address("share", GUEST), Duration.ZERO).get(10, TimeUnit.SECONDS))
                .isInstanceOf(Received.NotYet.class);
    }

    Sent send(String name, byte[] data) throws IOException {
        return outbox.accept(jobId, taskId, 0, address(name, GUEST), new ByteArrayInputStream(data));
    }

    /** A sender may notice only by silence that its connection is of no use, and pauses then: that may happen twice. */
    Settlement settled() throws Exception {
        return outbox.settled(Address.session(taskId, 0), GUEST, SETTLED).get(5, TimeUnit.MINUTES);
    }

    /** From now on transfers go to another server. */
    void redirect(PartyRoute route) {
        outbox.close();
        outbox = outbox(route);
    }

    private Address address(String name, Member from) {
        return new Address(Address.session(taskId, 0), name, "0", from, HOST);
    }

    private byte[] arrived(String name) throws Exception {
        return content(hosts.receive(address(name, GUEST), Duration.ZERO));
    }

    private static byte[] content(CompletableFuture<Received> received) throws Exception {
        Received answer = received.get(10, TimeUnit.SECONDS);
        assertThat(answer).isInstanceOf(Received.Available.class);
        return Files.readAllBytes(((Received.Available) answer).file());
    }

    static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }
}
