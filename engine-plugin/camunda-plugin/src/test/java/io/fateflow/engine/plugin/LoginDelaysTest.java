package io.fateflow.engine.plugin;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

import org.junit.jupiter.api.Test;
import org.threeten.extra.MutableClock;

import static org.assertj.core.api.Assertions.assertThat;

class LoginDelaysTest {

    private static final String HERE = "192.0.2.1";
    private static final String THERE = "192.0.2.2";

    private final MutableClock clock = MutableClock.of(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    private final LoginDelays delays = new LoginDelays(clock);

    @Test
    void aStrangerDelaysHimselfAndNobodyElse() {
        wrong("admin", HERE, 20);

        assertThat(delays.begin("admin", HERE)).isFalse();
        assertThat(delays.begin("admin", THERE)).isTrue();
        assertThat(delays.begin("other", HERE)).isTrue();
    }

    @Test
    void theDelayGrowsToAMinuteAndNeverBeyond() {
        wrong("admin", HERE, 5);
        assertThat(delays.waitOf("admin", HERE)).isEqualTo(Duration.ofSeconds(1));
        wrong("admin", HERE, 1);
        assertThat(delays.waitOf("admin", HERE)).isEqualTo(Duration.ofSeconds(2));
        wrong("admin", HERE, 1_000);
        assertThat(delays.waitOf("admin", HERE)).isEqualTo(Duration.ofMinutes(1));

        pass(Duration.ofMinutes(1));

        assertThat(delays.begin("admin", HERE)).isTrue();
    }

    @Test
    void ofManyAtOnceOneIsLookedAt() {
        wrong("admin", HERE, 8);
        pass(Duration.ofMinutes(1));

        assertThat(delays.begin("admin", HERE)).isTrue();
        assertThat(delays.begin("admin", HERE)).isFalse();
    }

    @Test
    void aRightPasswordForgetsTheWrongOnes() {
        wrong("admin", HERE, 5);
        pass(Duration.ofSeconds(1));
        assertThat(delays.begin("admin", HERE)).isTrue();
        delays.succeeded("admin", HERE);

        wrong("admin", HERE, 4);

        assertThat(delays.begin("admin", HERE)).isTrue();
    }

    @Test
    void wrongPasswordsAreForgottenAfterAQuarterOfAnHour() {
        wrong("admin", HERE, 8);
        pass(Duration.ofMinutes(16));

        wrong("admin", HERE, 1);

        assertThat(delays.waitOf("admin", HERE)).isZero();
    }

    @Test
    void whoTriesManyAccountsIsDelayedForAll() {
        for (int account = 0; account < 50; account++) {
            wrong("account" + account, HERE, 1);
        }

        assertThat(delays.begin("one more", HERE)).isFalse();
        assertThat(delays.begin("one more", THERE)).isTrue();
    }

    @Test
    void behindLoopbackAccountsDoNotDelayEachOther() {
        for (int account = 0; account < 100; account++) {
            wrong("account" + account, "127.0.0.1", 1);
        }

        assertThat(delays.begin("admin", "127.0.0.1")).isTrue();
    }

    private void wrong(String account, String address, int times) {
        for (int i = 0; i < times; i++) {
            delays.failed(account, address);
        }
    }

    private void pass(Duration duration) {
        clock.add(duration);
    }
}
