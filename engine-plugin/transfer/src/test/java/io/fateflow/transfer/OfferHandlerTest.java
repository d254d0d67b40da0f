package io.fateflow.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.federation.auth.CallerEvidence;
import io.fateflow.federation.auth.RefusedCalls.RefusedCall;
import io.fateflow.federation.auth.SiteAuthentication;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.PythonJson;
import io.fateflow.transfer.Address.Member;
import io.fateflow.transfer.OfferHandler.Outcome;
import io.fateflow.transfer.TransferProgress.State;
import io.fateflow.transfer.TransferRights.Verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class OfferHandlerTest {

    private static final Transfer PARCEL = Transfers.of(Transfers.bytes(100));
    private static final CallerEvidence GUESTS_SITE = new CallerEvidence("10.0.0.1", List.of("aa"));

    @TempDir
    private Path directory;

    private final List<RefusedCall> refused = new ArrayList<>();
    private Verdict verdict = Verdict.WELCOME;
    private ExchangeSpool spool;
    private OfferHandler offers;

    @BeforeEach
    void open() {
        spool = new ExchangeSpool(directory, new DiskSpace(0));
        offers = offers(spool);
    }

    private OfferHandler offers(ExchangeSpool into) {
        return offers(into, ArrivalLimit.NONE);
    }

    private OfferHandler offers(ExchangeSpool into, ArrivalLimit limit) {
        return new OfferHandler(
                10000,
                new SiteAuthentication(10000, null, Map.of("aa", Set.of(9999L), "bb", Set.of(8888L))),
                new Rows(),
                refused::add,
                into,
                new TransferReceiver(into),
                limit);
    }

    @Test
    void aPartnerThatHasSentTooMuchIsToldToComeLaterAndGoesOnWithWhatHasBegun() throws Exception {
        List<Long> asked = new ArrayList<>();
        offers = offers(spool, (party, bytes) -> {
            asked.add(bytes);
            return asked.size() == 1 ? Optional.of("FFB-5332 party " + party + ": too much") : Optional.empty();
        });

        Outcome refusal = admit("9999", PARCEL.json(), GUESTS_SITE);
        assertThat(state(refusal)).isEqualTo(State.LATER);
        assertThat(((Outcome.Ended) refusal).progress().reason()).isEqualTo("FFB-5332 party 9999: too much");
        for (int connection = 0; connection < 2; connection++) {
            try (ReceivingConnection arrival = ((Outcome.Open) admit("9999", PARCEL.json(), GUESTS_SITE)).arrival()) {
                arrival.append(Transfers.chunk(Transfers.bytes(100), connection * 10, connection * 10 + 10));
            }
        }
        assertThat(asked).as("of the one that began, once").containsExactly(100L, 100L);
        assertThat(refused).isEmpty();
    }

    @Test
    void takesATransferOfTheCallersParty() {
        try (ReceivingConnection arrival = ((Outcome.Open) admit("9999", PARCEL.json(), GUESTS_SITE)).arrival()) {
            assertThat(arrival.received()).isZero();
        }
        assertThat(refused).isEmpty();
    }

    @Test
    void aCallerThatIsNotWhoItSaysIsRefusedAndWrittenDown() {
        refuses("9999", PARCEL.json(), new CallerEvidence("10.0.0.2", List.of("bb")), "FFB-6102");
        refuses("9999", PARCEL.json(), new CallerEvidence("10.0.0.2", List.of()), "FFB-6102");
    }

    @Test
    void aSiteSendsForNobodyElse() {
        refuses("8888", PARCEL.json(), new CallerEvidence("10.0.0.2", List.of("bb")), "FFB-6605");
    }

    @Test
    void aPartyOfAnotherSiteIsNotHere() {
        refuses("9999", PARCEL.json().put("dest_party_id", "10001"), GUESTS_SITE, "FFB-6603");
    }

    @Test
    void onlyPartiesOfTheJobSend() {
        verdict = Verdict.UNKNOWN;
        refuses("9999", PARCEL.json(), GUESTS_SITE, "FFB-6611");
        verdict = Verdict.STRANGER;
        refuses("9999", PARCEL.json(), GUESTS_SITE, "FFB-6604");
    }

    @Test
    void nobodyWantsWhatIsForAnEndedTask() throws Exception {
        verdict = Verdict.UNWANTED;
        assertThat(state(admit("9999", PARCEL.json(), GUESTS_SITE))).isEqualTo(State.UNWANTED);

        verdict = Verdict.WELCOME;
        spool.close(PARCEL.address().session());
        assertThat(state(admit("9999", PARCEL.json(), GUESTS_SITE))).isEqualTo(State.UNWANTED);
        assertThat(refused).isEmpty();
    }

    @Test
    void anEmptyTransferIsThereAtOnceAndTheSecondTimeToo() {
        ObjectNode empty = Transfers.of(new byte[0]).json();

        assertThat(state(admit("9999", empty, GUESTS_SITE))).isEqualTo(State.COMPLETE);
        assertThat(state(admit("9999", empty, GUESTS_SITE))).isEqualTo(State.COMPLETE);
    }

    @Test
    void offersThatNoDataFollowsHoldNoFile() throws Exception {
        long before = openFiles();

        for (int i = 0; i < 200; i++) {
            Transfer offered = Transfers.of("share-" + i, Transfers.bytes(100));
            assertThat(state(admit("9999", offered.json(), GUESTS_SITE))).isEqualTo(State.GO);
        }

        assertThat(openFiles()).isLessThan(before + 50);
    }

    @Test
    void offersThatAreRefusedOrPutOffHoldNoFile() throws Exception {
        OfferHandler full = offers(new ExchangeSpool(directory, new DiskSpace(Long.MAX_VALUE / 2)));
        long before = openFiles();

        for (int i = 0; i < 100; i++) {
            ObjectNode offered =
                    Transfers.of("share-" + i, Transfers.bytes(100)).json();
            verdict = Verdict.WELCOME;
            assertThat(state(full.admit(
                            headers("9999"), PythonJson.dumps(offered).getBytes(StandardCharsets.UTF_8), GUESTS_SITE)))
                    .isEqualTo(State.LATER);
            verdict = Verdict.UNKNOWN;
            assertThat(state(admit("9999", offered, GUESTS_SITE))).isEqualTo(State.REFUSED);
            verdict = Verdict.UNWANTED;
            assertThat(state(admit("9999", offered, GUESTS_SITE))).isEqualTo(State.UNWANTED);
            verdict = Verdict.WELCOME;
            ObjectNode wrong = Transfers.of("empty-" + i, new byte[0]).json().put("sha256", "0".repeat(64));
            assertThat(state(admit("9999", wrong, GUESTS_SITE))).isEqualTo(State.LATER);
        }

        assertThat(openFiles()).isLessThan(before + 50);
    }

    /** Of this process, where the system tells. */
    private static long openFiles() throws IOException {
        Path own = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(own));
        try (Stream<Path> open = Files.list(own)) {
            return open.count();
        }
    }

    @Test
    void whatDescribesNoTransferIsRefused() {
        for (ObjectNode bad : List.of(
                PARCEL.json().put("task_id", "another_job_add_0"),
                PARCEL.json().put("task_version", -1),
                PARCEL.json().put("task_version", 1L << 40),
                PARCEL.json().put("size", -1),
                PARCEL.json().put("size", "many"),
                PARCEL.json().put("sha256", "../../etc/passwd"),
                PARCEL.json().put("name", "x".repeat(2_000)),
                PARCEL.json().put("dest_party_id", "ten"),
                PARCEL.json().without("tag"))) {
            Outcome admission = admit("9999", bad, GUESTS_SITE);

            assertThat(((Outcome.Ended) admission).progress().reason()).contains("FFB-6606");
        }
    }

    private void refuses(String caller, ObjectNode description, CallerEvidence evidence, String id) {
        refused.clear();

        Outcome admission = admit(caller, description, evidence);

        assertThat(state(admission)).isEqualTo(State.REFUSED);
        assertThat(((Outcome.Ended) admission).progress().reason()).contains(id);
        assertThat(refused).singleElement().satisfies(call -> {
            assertThat(call.claimedPartyId()).isEqualTo(caller);
            assertThat(call.remoteAddress()).isEqualTo(evidence.remoteAddress());
            assertThat(call.reason()).contains(id);
        });
    }

    private Outcome admit(String caller, ObjectNode description, CallerEvidence evidence) {
        return offers.admit(headers(caller), PythonJson.dumps(description).getBytes(StandardCharsets.UTF_8), evidence);
    }

    private static CallHeaders headers(String caller) {
        return new CallHeaders("1.11.4", caller, "10000", "guest", "");
    }

    private static State state(Outcome admission) {
        return admission instanceof Outcome.Ended ended ? ended.progress().state() : State.GO;
    }

    private final class Rows implements TransferRights {

        @Override
        public Verdict verdict(Transfer transfer) {
            return verdict;
        }

        @Override
        public boolean crossesSites(String taskId, int version, Member member) {
            return true;
        }

        @Override
        public boolean isParty(String jobId, Member ofThisSite, Member other) {
            return true;
        }
    }
}
