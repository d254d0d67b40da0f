package io.fateflow.webapp.limit;

import java.util.Map;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class ByteLimitsTest {

    private static final long MEGABYTE = 1 << 20;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    private ByteLimits limits(Map<String, String> settings) {
        return new ByteLimits(
                new Binder(new MapConfigurationPropertySource(settings))
                        .bindOrCreate("fate.limits", LimitProperties.class),
                metrics);
    }

    @Test
    void thereAreNoneUnlessSet() {
        ByteLimits none = limits(Map.of());

        for (int i = 0; i < 100; i++) {
            assertThat(none.begin("alice", 1L << 40)).isEmpty();
            assertThat(none.refusal(10000, 1L << 40)).isEmpty();
        }
    }

    @Test
    void whoHasUsedUpADaysBytesWaitsForThemAndOthersDoNot() {
        ByteLimits limits = limits(
                Map.of("fate.limits.bytes.account-per-day", "24MB", "fate.limits.bytes.accounts-per-day.bob", "1GB"));
        upload(limits, "alice", 20 * MEGABYTE);
        upload(limits, "alice", 10 * MEGABYTE);

        assertThat(limits.begin("alice", 1)).hasValueSatisfying(beyond -> {
            assertThat(beyond.words()).contains("FFB-5330", "account alice", "24 MB a day", "account-per-day", " s.");
            // six megabytes are owed, of one an hour
            assertThat(beyond.seconds()).isBetween(6 * 3600L - 60, 6 * 3600L + 60);
            assertThat(beyond.isFirst()).isTrue();
        });
        assertThat(limits.begin("alice", 1).orElseThrow().isFirst()).isFalse();
        upload(limits, "bob", 100 * MEGABYTE);
        upload(limits, "bob", 100 * MEGABYTE);
        assertThat(count("account-bytes")).isEqualTo(2);
    }

    @Test
    void whatAnUploadDidNotSayThatItHasIsCountedWhenItHasCome() {
        ByteLimits limits = limits(Map.of("fate.limits.bytes.account-per-day", "1MB"));

        assertThat(limits.begin("alice", -1)).isEmpty();
        limits.end("alice", -1, 2 * MEGABYTE);

        assertThat(limits.begin("alice", -1)).isPresent();
    }

    @Test
    void whatIsBroughtAtOnceIsLimitedAndEndsWithIt() {
        ByteLimits limits = limits(Map.of("fate.limits.bytes.account-at-once", "10MB"));
        assertThat(limits.begin("alice", 8 * MEGABYTE)).isEmpty();

        assertThat(limits.begin("alice", 5 * MEGABYTE)).hasValueSatisfying(beyond -> assertThat(beyond.words())
                .contains("FFB-5331", "account alice", "8192 KB already", "10 MB at once"));
        assertThat(limits.begin("bob", 5 * MEGABYTE)).isEmpty();

        limits.end("alice", 8 * MEGABYTE, 100);
        assertThat(limits.begin("alice", 50 * MEGABYTE))
                .as("what is larger than the limit comes alone")
                .isEmpty();
    }

    @Test
    void whoIsRefusedForTheDayBringsNothingAtOnce() {
        ByteLimits limits =
                limits(Map.of("fate.limits.bytes.account-per-day", "1MB", "fate.limits.bytes.account-at-once", "10MB"));
        upload(limits, "alice", 2 * MEGABYTE);

        for (int i = 0; i < 5; i++) {
            assertThat(limits.begin("alice", 9 * MEGABYTE).orElseThrow().words())
                    .contains("FFB-5330");
        }
    }

    @Test
    void aPartnersBytesAreCountedByItself() {
        ByteLimits limits = limits(
                Map.of("fate.limits.bytes.partner-per-day", "1MB", "fate.limits.bytes.partners-per-day.10001", "1GB"));
        assertThat(limits.refusal(10000, 2 * MEGABYTE)).isEmpty();

        assertThat(limits.refusal(10000, 1)).hasValueSatisfying(words -> assertThat(words)
                .contains("FFB-5332", "party 10000", "1024 KB a day", "partner-per-day"));
        assertThat(limits.refusal(10001, 2 * MEGABYTE)).isEmpty();
        assertThat(limits.refusal(10001, 2 * MEGABYTE)).isEmpty();
        assertThat(count("partner-bytes")).isEqualTo(1);
    }

    private static void upload(ByteLimits limits, String account, long bytes) {
        assertThat(limits.begin(account, bytes)).isEmpty();
        limits.end(account, bytes, bytes);
    }

    private double count(String of) {
        return metrics.get("fate.calls.limited").tag("of", of).counter().count();
    }
}
