package io.fateflow.engine.contract;

import java.util.List;

import org.camunda.bpm.engine.runtime.Incident;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static org.assertj.core.api.Assertions.assertThat;

/** Three sites for all tests of a class; after each of them nothing may run, be held, or have still to be said. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FederatedContract {

    ThreeSites sites;

    abstract Database database();

    @BeforeAll
    void openSites() {
        sites = new ThreeSites(database());
    }

    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        sites.network().heal();
        try {
            sites.assertNothingIsLeft();
            assertThat(sites.troubles()).isEmpty();
        } finally {
            sites.forget();
        }
    }

    @AfterAll
    void closeSites() {
        sites.close();
    }

    /** What operators of the guest's site are told by incidents. */
    final List<String> incidentsAtGuest() {
        return sites.guest().engine().getRuntimeService().createIncidentQuery().list().stream()
                .map(Incident::getIncidentMessage)
                .toList();
    }

    /** What the guest has asked a role of, in order. */
    final List<String> commandsTo(String role) {
        return sites.network().delivered().stream()
                .filter(call -> call.from() == GUEST && call.path().startsWith("/v1/party/"))
                .filter(call -> call.path().contains("/" + role + "/"))
                .map(call -> call.action()
                        .replaceAll("^" + role + "/\\d+/", "")
                        .replaceAll("^(\\w+)/\\w+/\\d+/" + role + "/\\d+/", "$1 "))
                .filter(action -> !action.endsWith("collect") && !action.contains("preflight"))
                .toList();
    }
}
