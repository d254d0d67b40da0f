package io.fateflow.webapp.security;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.engine.project.Projects;
import io.fateflow.webapp.role.Role;

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
                .containsExactlyInAnyOrder(Role.ALL_ROLES, "fateAdministrators", "fateDataOwners");
        assertThatThrownBy(() -> bound(Map.of("fate.access.second-factor-roles", "operator,worker")))
                .rootCause()
                .hasMessageContaining("FFB-5015")
                .hasMessageContaining("worker");
    }

    @Test
    void projectsHaveNamesQueuesAndPartnersOfTheirOwn() {
        Map<String, String> settings = new HashMap<>(Map.of(
                "fate.access.roles", "true",
                "fate.access.second-factor-roles", "data-owner,auditor",
                "fate.access.projects[0].name", "credit",
                "fate.access.projects[0].queues", "loans,cards",
                "fate.access.projects[1].name", "fraud-2",
                "fate.access.projects[1].partners", "10000"));

        assertThat(bound(settings).ofProjects())
                .isEqualTo(new Projects(
                        Set.of("credit", "fraud-2"),
                        Map.of("loans", "credit", "cards", "credit"),
                        Map.of(10000L, "fraud-2")));
        assertThat(bound(settings).secondFactorGroups())
                .containsExactlyInAnyOrder(
                        Role.ALL_ROLES,
                        "fateDataOwners",
                        "fateDataOwners-credit",
                        "fateDataOwners-fraud-2",
                        "fateAuditors");
        refused(settings, "fate.access.projects[1].name", "credit", "twice");
        refused(settings, "fate.access.projects[1].name", "Fraud", "no name of one");
        refused(settings, "fate.access.projects[1].name", "x".repeat(33), "no name of one");
        refused(settings, "fate.access.projects[1].queues", "cards", "queue cards to two projects");
        refused(settings, "fate.access.projects[0].partners", "10000", "partner 10000 to two projects");
        refused(settings, "fate.access.roles", "false", "fate.access.roles is not");
    }

    private static void refused(Map<String, String> settings, String key, String value, String why) {
        Map<String, String> others = new HashMap<>(settings);
        others.put(key, value);
        assertThatThrownBy(() -> bound(others))
                .rootCause()
                .hasMessageContaining("FFB-5015")
                .hasMessageContaining("fate.access.projects")
                .hasMessageContaining(why);
    }

    private static AccessProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("fate.access", AccessProperties.class);
    }
}
