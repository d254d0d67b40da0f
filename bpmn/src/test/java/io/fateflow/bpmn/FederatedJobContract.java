package io.fateflow.bpmn;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.fateflow.bpmn.ThreeSites.GUEST;
import static io.fateflow.bpmn.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;

/** A job that one site schedules and three sites run, over a network that may fail. */
abstract class FederatedJobContract {

    private ThreeSites sites;

    abstract Database database();

    @BeforeEach
    void openSites() {
        sites = new ThreeSites(database());
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        try (ThreeSites open = sites) {
            open.network().heal();
            open.assertNothingIsLeft();
            assertThat(open.troubles()).isEmpty();
        }
    }

    @Test
    void endsAsASuccessAtAllParties() {
        sites.workAtAll();

        String job = sites.submit();

        sites.awaitStatus(job, "success");
        assertThat(sites.guest()
                        .jdbc()
                        .queryForList(
                                "select role || ' ' || status || ' ' || party_status from task where job_id = ?"
                                        + " and component_name = 'then_0' order by role",
                                String.class,
                                job))
                .containsExactly("arbiter success success", "guest success success", "host success success");
        patiently().untilAsserted(() -> assertThat(commandsTo("host"))
                .containsExactly(
                        "create",
                        "status/waiting",
                        "dependence/check",
                        "resource/apply",
                        "start",
                        "first_0 status/running",
                        "first_0 start",
                        "first_0 status/success",
                        "first_0 stop/success",
                        "update",
                        "then_0 status/running",
                        "then_0 start",
                        "then_0 status/success",
                        "then_0 stop/success",
                        "update",
                        "model",
                        "status/success",
                        "stop/success",
                        "clean"));
    }

    /** What a party was sent, as {@code component action}. */
    private List<String> commandsTo(String role) {
        return sites.network().delivered().stream()
                .filter(call -> call.from() == GUEST && call.path().startsWith("/v1/party/"))
                .filter(call -> call.path().contains("/" + role + "/"))
                .map(call -> call.action()
                        .replaceAll("^" + role + "/\\d+/", "")
                        .replaceAll("^(\\w+)/\\w+/\\d+/" + role + "/\\d+/", "$1 "))
                .filter(action -> !action.endsWith("collect"))
                .toList();
    }
}
