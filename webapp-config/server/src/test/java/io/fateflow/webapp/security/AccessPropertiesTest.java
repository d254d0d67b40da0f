package io.fateflow.webapp.security;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** How dear a password's hash is. */
class AccessPropertiesTest {

    @Test
    void hashesHaveTheRoundsThatAreRecommendedUnlessAnOperatorSaysOtherwise() {
        assertThat(bound(Map.of()).passwordRounds()).isEqualTo(210_000);
        assertThat(bound(Map.of("fate.access.password-rounds", "600000")).passwordRounds())
                .isEqualTo(600_000);
    }

    @Test
    void hashesThatProtectNothingAreRefused() {
        assertThatThrownBy(() -> bound(Map.of("fate.access.password-rounds", "999")))
                .rootCause()
                .hasMessageContaining("fate.access.password-rounds is 999")
                .hasMessageContaining("1000");
    }

    @Test
    void aSecondFactorIsDemandedOfRolesOfPeopleAndOfWhoeverHasAllRoles() {
        assertThat(bound(Map.of()).secondFactorGroups()).isEmpty();
        assertThat(bound(Map.of("fate.access.second-factor-roles", "administrator,data-owner"))
                        .secondFactorGroups())
                .containsExactlyInAnyOrder("camunda-admin", "fateAdministrators", "fateDataOwners");
        assertThatThrownBy(() -> bound(Map.of("fate.access.second-factor-roles", "operator,worker")))
                .rootCause()
                .hasMessageContaining("FFB-5015")
                .hasMessageContaining("worker");
    }

    private static AccessProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("fate.access", AccessProperties.class);
    }
}
