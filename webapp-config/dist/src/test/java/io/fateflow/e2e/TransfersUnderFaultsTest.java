package io.fateflow.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.webapp.fault.FaultyWire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Servers are killed while data of executors is on its way between two sites. Whoever it was, the rest is carried when that
 * server is back, and only the rest; the executors get the right sum of all that they have sent each other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransfersUnderFaultsTest {

    private static final int MIB = 1 << 20;

    /** What the guest sends is then so long that a second transfer of all of it does not go unnoticed. */
    private static final int NUMBERS = 500_000;

    private static final long BEFORE_THE_CRASH = 8 * MIB;

    /** What had arrived and was not on the disk, over gRPC up to its flow window; and the calls of the job. */
    private static final long CARRIED_AGAIN = 5 * MIB;

    private ThreeSites sites;

    @BeforeAll
    void start(@TempDir Path place) throws IOException {
        sites = new ThreeSites(place);
    }

    @AfterAll
    void stop() throws IOException {
        sites.close();
    }

    @AfterEach
    void nothingIsLeft() {
        sites.heal();
        sites.assertNothingIsLeft();
    }

    @Test
    void aReceiverThatIsKilledGetsTheRestOverHttp() throws IOException {
        killed(sites.host, sites.guestToHost, sites.host);
    }

    @Test
    void aReceiverThatIsKilledGetsTheRestOverGrpc() throws IOException {
        killed(sites.arbiter, sites.guestToArbiter, sites.arbiter);
    }

    @Test
    void aSenderThatIsKilledSendsTheRestOverHttp() throws IOException {
        killed(sites.host, sites.guestToHost, sites.guest);
    }

    @Test
    void aSenderThatIsKilledSendsTheRestOverGrpc() throws IOException {
        killed(sites.arbiter, sites.guestToArbiter, sites.guest);
    }

    private void killed(Site receiver, FaultyWire wire, Site victim) throws IOException {
        long before = wire.bytes();
        wire.holdAfter(BEFORE_THE_CRASH);
        String job = sites.guest.client().submit(adding(receiver));
        await("half of it is on the receiver's disk")
                .atMost(ThreeSites.PATIENCE)
                .until(() -> wire.holds() && halfReceived(receiver) > BEFORE_THE_CRASH - CARRIED_AGAIN / 2);
        long all = Files.size(sites.guest.spooled(".out").get(0));
        assertThat(all).isGreaterThan(BEFORE_THE_CRASH + CARRIED_AGAIN);

        victim.kill();
        wire.heal();
        victim.start().awaitUp();

        sites.awaitEnd(job, "success", sites.guest, receiver);
        assertThat(wire.bytes() - before).as("bytes carried for %d", all).isBetween(all, all + CARRIED_AGAIN);
    }

    private static long halfReceived(Site site) throws IOException {
        List<Path> halves = site.spooled(".half");
        return halves.isEmpty() ? 0 : Files.size(halves.get(0));
    }

    /** Guest 9999 and that site's party add up what both have; it fails if the sum is wrong. */
    private static ObjectNode adding(Site host) {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        job.withObject("/job_dsl/components/add_0").put("module", "SecureAddExample");
        ObjectNode conf = job.putObject("job_runtime_conf").put("dsl_version", 2);
        conf.putObject("initiator").put("role", "guest").put("party_id", 9999);
        conf.withObject("/role").putArray("guest").add(9999);
        conf.withObject("/role").putArray("host").add(host.partyId());
        conf.withObject("/job_parameters/common").put("task_cores", 1).put("federated_mode", "MULTIPLE");
        conf.withObject("/component_parameters/common/add_0").put("data_num", NUMBERS);
        return job;
    }
}
