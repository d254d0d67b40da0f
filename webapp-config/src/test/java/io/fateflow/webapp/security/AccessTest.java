package io.fateflow.webapp.security;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.identity.User;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

@ServerTest
class AccessTest {

    @Autowired
    private Caller caller;

    @Autowired
    private IdentityService identities;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/engine-rest/engine",
                "/engine-rest/user",
                "/engine-rest/process-definition",
                "/actuator/prometheus",
                "/v1/worker/fetch"
            })
    void asksForALogin(String path) {
        assertThat(caller.get(path).statusCode()).isEqualTo(401);
        assertThat(caller.send(caller.request(path, "admin", "admin").GET()).statusCode())
                .isEqualTo(401);
        assertThat(caller.send(caller.request(path, "demo", "demo").GET()).statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/engine-rest/user", "/actuator/prometheus"})
    void letsTheAdministratorIn(String path) {
        assertThat(caller.send(caller.request(path, "admin", ServerTest.PASSWORD)
                                .GET())
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/worker/fetch", "/actuator/prometheus"})
    void letsNobodyInWhoIsInNoGroup(String path) {
        anAccount("nobody");

        assertThat(caller.send(caller.request(path, "nobody", "nobodys-password")
                                .GET())
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void letsNobodyDeployWhoIsNotAllowedTo() {
        anAccount("reader");

        var answer = caller.send(caller.request("/engine-rest/user/create", "reader", "nobodys-password")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"profile\":{\"id\":\"x\"},\"credentials\":{\"password\":\"x\"}}")));

        assertThat(answer.statusCode()).isEqualTo(403);
    }

    @Test
    void neverOffersToMakeAnAdministrator() {
        assertThat(caller.get("/camunda/api/admin/setup/default/user/create").statusCode())
                .isGreaterThanOrEqualTo(400);
        assertThat(identities.createUserQuery().memberOfGroup("camunda-admin").count())
                .isEqualTo(1);
    }

    @Test
    void showsHealthToEverybodyWithoutDetails() {
        var answer = caller.get("/actuator/health");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("UP").doesNotContain("components");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/nothing", "/h2-console", "/error", "/engine-restricted", "/v1extra/job"})
    void refusesWhatNoRuleNames(String path) {
        assertThat(caller.get(path).statusCode()).isEqualTo(403);
    }

    @Test
    void answersFateClientsWithoutLogin() {
        assertThat(caller.post("/v1/version/get", "").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesPagesOfOtherSites() {
        var foreign = caller.request("/v1/job/submit")
                .header("Origin", "http://evil.example")
                .POST(BodyPublishers.ofString("{}"));
        var own = caller.request("/v1/version/get")
                .header("Origin", "http://127.0.0.1:" + caller.port())
                .POST(BodyPublishers.noBody());
        var fetched = caller.request("/v1/job/submit")
                .header("Sec-Fetch-Site", "cross-site")
                .POST(BodyPublishers.ofString("{}"));

        assertThat(caller.send(foreign).statusCode()).isEqualTo(403);
        assertThat(caller.send(fetched).statusCode()).isEqualTo(403);
        assertThat(caller.send(own).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:9380", "127.0.0.1.evil.example", "localhost.evil.example"})
    void refusesHostNamesThatAreNotOurs(String host) throws IOException {
        assertThat(statusFor(host)).contains(" 403");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:9380", "127.0.0.1", "[::1]:9380"})
    void knowsTheNamesOfLoopback(String host) throws IOException {
        assertThat(statusFor(host)).contains(" 200");
    }

    private String statusFor(String host) throws IOException {
        return caller.raw("POST /v1/version/get", host, "application/json", "")
                .lines()
                .findFirst()
                .orElse("");
    }

    private void anAccount(String id) {
        if (identities.createUserQuery().userId(id).count() == 0) {
            User user = identities.newUser(id);
            user.setPassword("nobodys-password");
            identities.saveUser(user);
        }
    }
}
