package io.fateflow.engine.transfer;

import java.time.Instant;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.fateflow.transfer.Address;
import io.fateflow.transfer.EndedSessions;

import static org.assertj.core.api.Assertions.assertThat;

/** For which attempts nothing is kept any more, on every database. */
abstract class EndedSessionsContract extends JobAtItsHost {

    private static final String FIRST = Address.session(TASK, 0);

    private EndedSessions sessions;

    @BeforeEach
    void anAttemptThatHasNotBegun() {
        sessions = new EndedSessions(jdbc());
        attempt(0, AT_HOST, "MULTIPLE");
    }

    @Test
    void whatMayStillBeginKeepsItsData() {
        assertThat(sessions.hasEnded(FIRST)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "failed", "canceled", "timeout"})
    void anAttemptThatNeverBeganEndsWithItsJob(String status) {
        jdbc().update("update job set status = ?", status);

        assertThat(sessions.hasEnded(FIRST)).isTrue();
    }

    @Test
    void anAttemptThatNeverBeganEndsWhenALaterOneTakesItsPlace() {
        attempt(1, AT_HOST, "MULTIPLE");

        assertThat(sessions.hasEnded(FIRST)).isTrue();
        assertThat(sessions.hasEnded(Address.session(TASK, 1))).isFalse();
    }

    @Test
    void anAttemptEndsWhenAllItsPartiesHereHaveEnded() {
        attempt(0, AT_GUEST, "MULTIPLE");
        jdbc().update("update task set party_status = 'success' where role = 'guest'");
        assertThat(sessions.hasEnded(FIRST)).isFalse();

        jdbc().update("update task set party_status = 'success'");

        assertThat(sessions.hasEnded(FIRST)).isTrue();
    }

    @Test
    void whatIsHereBeforeItsAttemptStaysAsLongAsTheJobRuns() {
        assertThat(sessions.hasEnded(Address.session(TASK, 1))).isFalse();

        jdbc().update("update job set status = 'success'");

        assertThat(sessions.hasEnded(Address.session(TASK, 1))).isTrue();
    }

    @Test
    void nothingIsKeptOfAJobThatIsNotThere() {
        assertThat(sessions.hasEnded(Address.session("202601021530450000011_add_0", 0)))
                .isTrue();
    }

    @Test
    void whatIsNoSessionOfAnAttemptIsLeftAlone() {
        assertThat(sessions.hasEnded("notes")).isFalse();
        assertThat(sessions.hasEnded("notes of mine")).isFalse();
    }

    @Test
    void whatEndedAMomentAgoHadNotEndedBefore() {
        jdbc().update("update job set status = 'failed', update_time = 1000000");
        jdbc().update("update task set update_time = 900000");

        assertThat(sessions.hadEnded(FIRST, Instant.ofEpochMilli(999_999))).isFalse();
        assertThat(sessions.hadEnded(FIRST, Instant.ofEpochMilli(1_000_000))).isTrue();
    }
}
