package io.fateflow.engine.transfer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.transfer.Address.Member;
import io.fateflow.transfer.StoredTransferRights;
import io.fateflow.transfer.Transfer;
import io.fateflow.transfer.TransferRights;
import io.fateflow.transfer.TransferRights.Verdict;

import static org.assertj.core.api.Assertions.assertThat;

/** What the rows of a host's site say about data that a guest's site brings, on every database. */
abstract class TransferRightsContract extends JobAtItsHost {

    private static final Member GUEST = new Member("guest", "9999");
    private static final Member HOST = new Member("host", "10000");

    private TransferRights rights;

    @BeforeEach
    void theSecondAttemptRuns() {
        rights = new StoredTransferRights(jdbc());
        attempt(1, AT_HOST, "MULTIPLE");
    }

    @Test
    void dataForAnAttemptThatRunsIsWelcome() {
        assertThat(rights.verdict(transfer(1, GUEST, HOST))).isEqualTo(Verdict.WELCOME);
    }

    @Test
    void dataMayComeBeforeItsAttemptIsKnownHere() {
        assertThat(rights.verdict(transfer(2, GUEST, HOST))).isEqualTo(Verdict.WELCOME);
    }

    @Test
    void dataForAnEarlierAttemptIsNotWanted() {
        assertThat(rights.verdict(transfer(0, GUEST, HOST))).isEqualTo(Verdict.UNWANTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "canceled", "timeout"})
    void dataForAnAttemptThatHasEndedIsNotWanted(String status) {
        jdbc().update("update task set party_status = ?", status);

        assertThat(rights.verdict(transfer(1, GUEST, HOST))).isEqualTo(Verdict.UNWANTED);
        assertThat(rights.verdict(transfer(2, GUEST, HOST))).isEqualTo(Verdict.WELCOME);
    }

    @Test
    void theEndOfAnotherPartysAttemptChangesNothing() {
        attempt(1, AT_GUEST, "MULTIPLE");
        jdbc().update("update task set party_status = 'success' where role = 'guest'");

        assertThat(rights.verdict(transfer(1, GUEST, HOST))).isEqualTo(Verdict.WELCOME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "canceled", "timeout"})
    void dataForAJobThatHasEndedIsNotWanted(String status) {
        jdbc().update("update job set status = ?", status);

        assertThat(rights.verdict(transfer(1, GUEST, HOST))).isEqualTo(Verdict.UNWANTED);
    }

    @Test
    void aJobThatIsNotHereIsUnknownAlsoAtAnotherPartyOfIt() {
        assertThat(rights.verdict(transfer(1, GUEST, new Member("host", "10001"))))
                .isEqualTo(Verdict.UNKNOWN);
        assertThat(rights.verdict(transfer(1, GUEST, new Member("guest", "10000"))))
                .isEqualTo(Verdict.UNKNOWN);
        jdbc().update("delete from job");
        assertThat(rights.verdict(transfer(1, GUEST, HOST))).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void whoIsNoPartyOfTheJobInThatRoleIsAStranger() {
        assertThat(rights.verdict(transfer(1, new Member("guest", "9998"), HOST)))
                .isEqualTo(Verdict.STRANGER);
        assertThat(rights.verdict(transfer(1, new Member("arbiter", "9999"), HOST)))
                .isEqualTo(Verdict.STRANGER);
        assertThat(rights.verdict(transfer(1, new Member("host", "10001"), HOST)))
                .isEqualTo(Verdict.WELCOME);
    }

    @Test
    void aStrangerIsNotToldThatTheJobHasEnded() {
        jdbc().update("update job set status = 'success'");

        assertThat(rights.verdict(transfer(1, new Member("guest", "9998"), HOST)))
                .isEqualTo(Verdict.STRANGER);
    }

    @Test
    void onlyAttemptsOfFederatedJobsCrossSites() {
        attempt(2, AT_HOST, "SINGLE");

        assertThat(rights.crossesSites(TASK, 1, HOST)).isTrue();
        assertThat(rights.crossesSites(TASK, 2, HOST)).isFalse();
        assertThat(rights.crossesSites(TASK, 3, HOST)).isFalse();
        assertThat(rights.crossesSites(TASK, 1, GUEST)).isFalse();
    }

    @Test
    void partiesAreThoseOfTheJobsRoles() {
        assertThat(rights.isParty(JOB, HOST, GUEST)).isTrue();
        assertThat(rights.isParty(JOB, HOST, new Member("host", "10001"))).isTrue();
        assertThat(rights.isParty(JOB, HOST, new Member("host", "1000"))).isFalse();
        assertThat(rights.isParty(JOB, GUEST, HOST)).as("the guest is not here").isFalse();
        assertThat(rights.isParty("202601021530450000011", HOST, GUEST)).isFalse();
    }

    private static Transfer transfer(int version, Member from, Member to) {
        return new Transfer(JOB, TASK, version, from, to, "share", "0", 1, "0".repeat(64));
    }
}
