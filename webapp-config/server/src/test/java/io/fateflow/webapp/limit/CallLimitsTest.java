package io.fateflow.webapp.limit;

import java.util.Map;
import java.util.Optional;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.webapp.security.CallLimit.Beyond;

import static org.assertj.core.api.Assertions.assertThat;

class CallLimitsTest {

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

    private CallLimits limits(Map<String, String> settings) {
        return new CallLimits(
                new Binder(new MapConfigurationPropertySource(settings))
                        .bindOrCreate("fate.limits", LimitProperties.class),
                metrics);
    }

    @Test
    void thereAreNoneUnlessSet() {
        CallLimits none = limits(Map.of());

        for (int i = 0; i < 10_000; i++) {
            assertThat(none.take("alice")).isEmpty();
            assertThat(none.ofPartner("10000", "")).isEmpty();
        }
    }

    @Test
    void anAccountIsRefusedBeyondItsOwnLimitAndToldWhenAgain() {
        CallLimits limits = limits(Map.of(
                "fate.limits.requests-per-minute.account", "3", "fate.limits.requests-per-minute.accounts.bob", "1"));

        for (int i = 0; i < 3; i++) {
            assertThat(limits.take("alice")).isEmpty();
        }
        Optional<Beyond> refused = limits.take("alice");

        assertThat(refused).hasValueSatisfying(beyond -> {
            assertThat(beyond.words()).contains("FFB-5030", "account alice", "3 requests a minute");
            assertThat(beyond.seconds()).isBetween(1L, 21L);
            assertThat(beyond.isFirst()).isTrue();
        });
        assertThat(limits.take("alice"))
                .hasValueSatisfying(beyond -> assertThat(beyond.isFirst()).isFalse());
        assertThat(limits.take("bob")).isEmpty();
        assertThat(limits.take("bob")).isPresent();
        assertThat(metrics.get("fate.calls.limited")
                        .tag("of", "account")
                        .counter()
                        .count())
                .isEqualTo(3);
    }

    @Test
    void whoOnlySaysThatHeIsAPartnerUsesUpNothingOfIt() {
        CallLimits limits = limits(Map.of("fate.limits.requests-per-minute.partner", "2"));
        for (int i = 0; i < 5; i++) {
            limits.ofPartner("10000", "192.0.2.1");
        }

        assertThat(limits.ofPartner("10000", "192.0.2.1")).isPresent();
        assertThat(limits.ofPartner("10000", "")).isEmpty();
        assertThat(limits.ofPartner("10000", "192.0.2.2")).isEmpty();
    }
}
