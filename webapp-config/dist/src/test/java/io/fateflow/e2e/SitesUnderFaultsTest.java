package io.fateflow.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.webapp.fault.FaultyWire;
import io.fateflow.webapp.fault.FaultyWire.Mishap;
import io.fateflow.webapp.fault.ShiftedClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Jobs of three sites while networks and servers fail. Whatever happened: once the network is back, all sites agree how
 * the job ended, nobody holds anything, no executor is left, and no call is unanswered.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SitesUnderFaultsTest {

    /** Its executor is the test's. */
    static final String HELD_MODULE = "HeteroLR";

    private static final int PARTIES = 3;
    private static final Pattern CALL = Pattern.compile("/v1/(?:party|initiator)/(\\d{21,})/([\\w/]+)");

    /**
     * About a job of one component, from its creation on; what follows each other goes in messages, the first makes the job and asks
     * whether it could start.
     */
    private static final List<String> ASKED_OF_THE_HOST =
            List.of("host/10000/resource/apply", "host/10000/start", "host/10000/commands");

    private final Set<String> jobs = new HashSet<>();
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
        try {
            sites.assertNothingIsLeft();
        } finally {
            // a test that has failed does not make the next one fail
            jobs.forEach(job -> sites.guest.client().stop(job));
            jobs.clear();
        }
    }

    @Test
    void aJobSucceedsThoughTheHostsClockIsTenMinutesAhead() {
        String job = running();
        sites.letEnd(job);

        sites.awaitEverywhere(job, "success");
        assertThat(created(sites.host, job) - created(sites.guest, job))
                .isGreaterThan(ShiftedClock.AHEAD.toMillis() / 2);
    }

    @Test
    void aPartyThatIsDownAtSubmitIsNamedAndNothingIsKept() {
        long before = rows(sites.guest);
        sites.guestToHost.down();

        JsonNode answer = sites.guest.client().post("/v1/job/submit", job());

        assertThat(answer.path("retcode").asInt()).isNotZero();
        assertThat(answer.path("retmsg").asText())
                .contains("FFB-2050", "host 10000", "FFB-6002", "nothing was kept", "arbiter 10001: ready");
        assertThat(rows(sites.guest)).isEqualTo(before);
    }

    @Test
    void aPartyThatIsAwayAtReservationIsNamedAndAskedAgain() {
        sites.guestToHost.befall(Mishap.GOES_DOWN, calls("resource/apply"));

        String job = submit();

        await("the job says whom it waits for").atMost(ThreeSites.PATIENCE).untilAsserted(() -> assertThat(
                        waitReason(job))
                .contains("host 10000 has been asked for the job's cores"));
        await("it is asked again").atMost(ThreeSites.PATIENCE).until(() -> sites.guestToHost.refused() > 0);
        sites.heal();
        endsWell(job);
    }

    @Test
    void aReservationThatWasCutOffForLongRunsOutAndIsMadeAgain() {
        sites.guestToHost.befall(Mishap.GOES_DOWN, calls("host/10000/start"));
        String job = submit();
        await("the host is not reached").atMost(ThreeSites.PATIENCE).until(() -> sites.guestToHost.refused() > 0);
        assertThat(leases(sites.host)).isEqualTo(1);

        await("the reservation has run out").atMost(ThreeSites.PATIENCE).until(() -> {
            lookAfterForeignJobs();
            return leases(sites.host) == 0;
        });
        sites.heal();

        endsWell(job);
    }

    @Test
    void aHostThatHearsNothingOfTheGuestForLongStopsTheJobAndSaysSo() {
        String job = running();
        sites.hostToGuest.down();

        await("the host gives the job up").atMost(ThreeSites.PATIENCE).until(() -> {
            lookAfterForeignJobs();
            return sites.host.statusOf(job).contains("failed");
        });
        assertThat(sites.host.jdbc().queryForObject("select error_report from job where job_id = ?", String.class, job))
                .contains("FFB-3005", "host 10000", "guest 9999");
        sites.heal();

        sites.awaitEverywhere(job, "failed");
    }

    @Test
    void aServerThatIsKilledMidRunFindsItsExecutorAgain() {
        String job = running();

        sites.host.kill();
        sites.host.start().awaitUp();

        endsWell(job);
    }

    @Test
    void aCutMidRunLosesNothing() {
        String job = running();
        sites.wires().forEach(FaultyWire::down);
        sites.letEnd(job);
        await("the host and the arbiter can't report")
                .atMost(ThreeSites.PATIENCE)
                .until(() -> sites.hostToGuest.refused() > 0 && sites.arbiterToGuest.refused() > 0);
        assertThat(sites.guest.statusOf(job)).containsOnly("running");

        sites.heal();

        sites.awaitEverywhere(job, "success");
        assertThat(sites.begun(job)).isEqualTo(PARTIES);
    }

    @Test
    void aHostThatCanNotCallTheGuestIsAskedByIt() {
        String job = running();
        sites.hostToGuest.down();
        sites.letEnd(job);
        await("the host can't report").atMost(ThreeSites.PATIENCE).until(() -> sites.hostToGuest.refused() > 0);

        timers(sites.guest, "fate-collect").forEach(sites.guest.client()::execute);

        sites.awaitEverywhere(job, "success");
    }

    @Test
    void aPartyThatIsAwayAtTheFinishHearsOfItLater() {
        String job = running();
        sites.guestToHost.befall(Mishap.GOES_DOWN, ofJob("host/10000/commands"));
        sites.guestToArbiter.befall(Mishap.GOES_DOWN, ofJob("arbiter/10001/commands"));
        sites.letEnd(job);

        await("the guest does not wait")
                .atMost(ThreeSites.PATIENCE)
                .until(() -> sites.guest.statusOf(job).contains("success"));
        await("the host and the arbiter are not reached")
                .atMost(ThreeSites.PATIENCE)
                .until(() -> sites.guestToHost.refused() > 0 && sites.guestToArbiter.refused() > 0);
        assertThat(sites.host.statusOf(job)).containsExactly("running");
        assertThat(sites.arbiter.statusOf(job)).containsExactly("running");
        sites.heal();

        sites.awaitEverywhere(job, "success");
    }

    @Test
    void aJobThatIsCanceledWhileTheHostIsAwayEndsHereAtOnceAndThereLater() {
        String job = running();
        sites.guestToHost.down();

        JsonNode answer = sites.guest.client().stop(job);

        assertThat(answer.path("retcode").asInt()).as("%s", answer).isZero();
        await("the guest does not wait")
                .atMost(ThreeSites.PATIENCE)
                .until(() -> sites.guest.statusOf(job).contains("canceled"));
        assertThat(sites.host.statusOf(job)).containsExactly("running");
        sites.heal();
        sites.awaitEverywhere(job, "canceled");
    }

    @Test
    void everyCallWhoseAnswerIsLostIsMadeAgainAndDoneOnce() {
        Set<String> lost = ConcurrentHashMap.newKeySet();
        sites.guestToHost.befall(
                Mishap.LOSES_ANSWER, text -> call(text).filter(lost::add).isPresent());
        sites.hostToGuest.befall(Mishap.LOSES_ANSWER, firstOfEach());

        String job = submit();
        endsWell(job);

        assertThat(lost).containsAll(ASKED_OF_THE_HOST);
        assertThat(sites.guestToHost.befallen()).isEqualTo(lost.size());
        assertThat(sites.hostToGuest.befallen()).isPositive();
    }

    @Test
    void everyCallThatArrivesTwiceAtOnceIsDoneOnce() {
        Set<String> doubled = ConcurrentHashMap.newKeySet();
        sites.guestToHost.befall(Mishap.DOUBLES, noted(doubled));
        sites.hostToGuest.befall(Mishap.DOUBLES, calls(""));

        String job = submit();
        endsWell(job);

        assertThat(doubled).containsAll(ASKED_OF_THE_HOST);
        assertThat(sites.guestToHost.befallen()).isGreaterThan(doubled.size());
    }

    @Test
    void aCallThatIsDelayedIsWaitedFor() {
        sites.guestToHost.befall(Mishap.HOLDS, calls("resource/apply"));
        String job = submit();
        await("it is on its way").atMost(ThreeSites.PATIENCE).until(() -> sites.guestToHost.befallen() > 0);
        await("the job says whom it waits for").atMost(ThreeSites.PATIENCE).untilAsserted(() -> assertThat(
                        waitReason(job))
                .contains("host 10000 has been asked for the job's cores"));
        assertThat(leases(sites.host)).isZero();

        sites.heal();

        endsWell(job);
    }

    @Test
    void callsThatArriveBehindTheJobsEndBeginNothing() {
        Set<String> copied = ConcurrentHashMap.newKeySet();
        sites.guestToHost.befall(Mishap.COPIES, noted(copied));
        sites.hostToGuest.befall(Mishap.COPIES, calls(""));
        String job = submit();
        endsWell(job);

        assertThat(copied).containsAll(ASKED_OF_THE_HOST);
        assertThat(sites.guestToHost.sendCopies()).isGreaterThan(copied.size());
        assertThat(sites.hostToGuest.sendCopies()).isPositive();

        sites.awaitEverywhere(job, "success");
        assertThat(sites.begun(job)).isEqualTo(PARTIES);
        assertThat(leases(sites.host)).isZero();
    }

    @Test
    void dataThatIsCutOffOnItsWayArrivesAllTheSame() {
        ObjectNode adding = Jobs.secureAdd(30, 30);
        ObjectNode components = adding.withObject("/job_dsl/components");
        components.remove("reader_0");
        components.withObject("/secure_add_example_0").remove("input");
        ObjectNode parameters = adding.withObject("/job_runtime_conf/component_parameters/role");
        parameters.findParents("reader_0").forEach(party -> ((ObjectNode) party).remove("reader_0"));
        adding.withObject("/job_runtime_conf/job_parameters/common").put("federated_mode", "MULTIPLE");
        sites.hostToGuest.befall(Mishap.GOES_DOWN, text -> text.contains("/v1/channel/data"));

        String job = sites.guest.client().submit(adding);
        jobs.add(job);
        await("data is on its way").atMost(ThreeSites.PATIENCE).until(() -> sites.hostToGuest.refused() > 0);
        sites.heal();

        sites.awaitEnd(job, "success", sites.guest, sites.host);
    }

    @Test
    void whatIsTooLongIsRefusedWithTheSettingsNameAndOtherCallsAreUnharmed() {
        String job = running();
        ObjectNode tooLong = FlowClient.JSON.createObjectNode().put("notes", "x".repeat(2 << 20));

        JsonNode answer = sites.host.client().post("/v1/party/" + job + "/host/10000/create", tooLong);

        assertThat(answer.path("retcode").asInt()).isEqualTo(100);
        assertThat(answer.path("retmsg").asText()).contains("FFB-6203", "fate.federation.max-message");
        endsWell(job);
    }

    @Test
    void aServerThatGetsRubbishStaysHealthy() throws IOException {
        String job = running();
        byte[] rubbish = new byte[100_000];
        new Random(1).nextBytes(rubbish);
        byte[] head = "POST /v1/party/%s/host/10000/start HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n"
                .formatted(job, rubbish.length)
                .getBytes(StandardCharsets.ISO_8859_1);

        send(sites.host.httpPort(), rubbish);
        send(sites.host.httpPort(), head, rubbish);
        send(sites.host.grpcPort(), rubbish);
        send(sites.host.grpcPort(), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), rubbish);
        send(sites.arbiter.grpcPort(), rubbish);

        sites.host.awaitUp();
        sites.arbiter.awaitUp();
        endsWell(job);
    }

    /** Whatever they answer, they close the connection or answer it. */
    private static void send(int port, byte[]... pieces) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            for (byte[] piece : pieces) {
                socket.getOutputStream().write(piece);
            }
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // closed before all was read
        }
    }

    /** On a busy machine a site may need longer to say that it is ready than a submitter is kept waiting for it. */
    private String submit() {
        JsonNode accepted = await("the job is accepted")
                .atMost(ThreeSites.PATIENCE)
                .until(
                        () -> sites.guest.client().post("/v1/job/submit", job()),
                        answer -> answer.path("retcode").asInt() == 0);
        String job = accepted.path("jobId").asText();
        jobs.add(job);
        return job;
    }

    /** A job whose executors run at all three. */
    private String running() {
        String job = submit();
        sites.awaitBegun(job, PARTIES);
        return job;
    }

    /** The job runs, each executor once, and succeeds everywhere. */
    private void endsWell(String job) {
        sites.awaitBegun(job, PARTIES);
        sites.letEnd(job);
        sites.awaitEverywhere(job, "success");
        assertThat(sites.begun(job)).isEqualTo(PARTIES);
    }

    private static ObjectNode job() {
        ObjectNode job = FlowClient.JSON.createObjectNode();
        job.withObject("/job_dsl/components/hold_0").put("module", HELD_MODULE);
        ThreeSites.putConf(job).putObject("component_parameters");
        return job;
    }

    /** To parties and initiators about jobs, without the question before a job is accepted. */
    private static Predicate<String> calls(String ending) {
        return text -> call(text).filter(action -> action.endsWith(ending)).isPresent();
    }

    /** Not those about one of its tasks, which may end in the same way. */
    private static Predicate<String> ofJob(String action) {
        return text -> call(text).filter(action::equals).isPresent();
    }

    /** Every call, which is noted. */
    private static Predicate<String> noted(Set<String> asked) {
        return text -> {
            Optional<String> call = call(text);
            call.ifPresent(asked::add);
            return call.isPresent();
        };
    }

    private static Predicate<String> firstOfEach() {
        Set<String> known = ConcurrentHashMap.newKeySet();
        return text -> call(text).filter(known::add).isPresent();
    }

    private static Optional<String> call(String text) {
        Matcher call = CALL.matcher(text);
        return call.find() && !call.group(2).endsWith("/preflight") ? Optional.of(call.group(2)) : Optional.empty();
    }

    /** Does at once what the host does every three minutes. */
    private void lookAfterForeignJobs() {
        timers(sites.host, "fate-foreign-job").forEach(sites.host.client()::execute);
    }

    private static List<String> timers(Site site, String process) {
        return site.client()
                .engine("/job?timers=true&processDefinitionKey=" + process)
                .findValuesAsText("id");
    }

    private String waitReason(String job) {
        return sites.guest.client().jobs(job).get(0).path("f_wait_reason").asText();
    }

    private static long created(Site site, String job) {
        return new Leases(site.jdbc()).count("select min(create_time) from job where job_id = '" + job + "'");
    }

    private static long leases(Site site) {
        return new Leases(site.jdbc()).count("select count(*) from resource_lease");
    }

    private static long rows(Site site) {
        Leases rows = new Leases(site.jdbc());
        return rows.count("select count(*) from job") + rows.count("select count(*) from job_body");
    }
}
