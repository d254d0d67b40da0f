package io.fateflow.webapp.role;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.fateflow.operations.query.VisibleJobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What an account is by its groups, and on what it may do something. */
class AccountTest {

    private final Account both = Account.of(
            "carol",
            List.of(
                    "fateSubmitters",
                    "fateViewers-credit",
                    "fateSubmitters-credit",
                    "fateDataOwners-fraud-2",
                    "fateAuditors-credit",
                    "fateWorkers-credit",
                    "camunda-admin-credit",
                    "fateViewers-",
                    "accounting"));

    @Test
    void groupsOfAProjectMakeItWhatItIsThereAndNowhereElse() {
        assertThat(both.roles()).containsExactly(Role.SUBMITTER);
        assertThat(both.projects())
                .isEqualTo(Map.of(
                        "credit", Set.of(Role.VIEWER, Role.SUBMITTER),
                        "fraud-2", Set.of(Role.DATA_OWNER)));
        assertThat(both.groups())
                .containsExactlyInAnyOrder(
                        "fateSubmitters", "fateViewers-credit", "fateSubmitters-credit", "fateDataOwners-fraud-2");
        assertThat(both.inWords())
                .isEqualTo("submitter, submitter, viewer in project credit, data owner in project fraud-2");
        assertThat(Account.of("nobody", List.of("fateAuditors-credit")).hasNoRole())
                .isTrue();
    }

    @Test
    void whatItMayIsWhatAnyOfItsRolesMay() {
        assertThat(both.jobs(Action.JOB_READ))
                .isEqualTo(new VisibleJobs(false, "carol", true, Set.of("credit", "fraud-2"), Set.of()));
        assertThat(both.jobs(Action.JOB_CONTROL))
                .isEqualTo(new VisibleJobs(false, "carol", true, Set.of(), Set.of("credit")));
        assertThat(both.jobs(Action.TABLE_READ)).isEqualTo(VisibleJobs.ALL);
        assertThat(both.scope(Action.JOB_READ)).isEqualTo(Scope.PROJECT);
        assertThat(both.scope(Action.TABLE_WRITE)).isEqualTo(Scope.PROJECT);
        assertThat(both.scope(Action.TABLE_WRITE, "credit")).isEqualTo(Scope.NOTHING);
        assertThat(both.scope(Action.TABLE_WRITE, "")).isEqualTo(Scope.NOTHING);
        assertThat(both.scope(Action.JOB_SUBMIT, "any")).isEqualTo(Scope.OWN);
        assertThat(both.scope(Action.CONSENT_DECIDE)).isEqualTo(Scope.NOTHING);
        assertThat(both.scope(Action.SITE_READ)).isEqualTo(Scope.EVERYTHING);
    }

    @Test
    void aGroupElsewhereGivesNoRoleInAProjectThatCountsForASiteOnly() {
        assertThat(new RoleMapping("team", Set.of(Role.VIEWER), "credit").groups())
                .containsExactly("fateViewers-credit");
        assertThat(new RoleMapping("team", Set.of(Role.AUDITOR), "").groups()).containsExactly("fateAuditors");
        assertThatThrownBy(() -> new RoleMapping("team", Set.of(Role.VIEWER, Role.AUDITOR), "credit"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("team");
    }
}
