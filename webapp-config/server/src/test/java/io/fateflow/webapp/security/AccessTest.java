package io.fateflow.webapp.security;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.identity.User;
import org.camunda.bpm.engine.impl.digest.Sha512HashDigest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.role.Role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ServerTest
class AccessTest {

    @Autowired
    private Caller caller;

    @Autowired
    private IdentityService identities;

    @Autowired
    private JdbcTemplate jdbc;

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

    /** As the dispatcher takes a path with a slash at its end for the one without, the rules have to. */
    @ParameterizedTest
    @CsvSource({
        "PUT, /v1/node/own/resources",
        "PUT, /v1/queue/research",
        "DELETE, /v1/queue/research",
        "POST, /v1/job/front",
        "POST, /v1/key/public/save",
        "POST, /v1/doctor/repair"
    })
    void aSlashAtTheEndOpensNothing(String method, String path) {
        for (String end : List.of("", "/", "//", ";x=y/", "/;x=y")) {
            var answer = caller.send(caller.request(path + end)
                    .header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString("{}")));

            assertThat(answer.statusCode()).as(path + end).isIn(401, 404);
        }
    }

    @Test
    void aMistypedAddressInABrowserLeadsToTheBoard() {
        var answer = caller.send(caller.request("/job%3Cscript%3Es")
                .header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
                .GET());

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(answer.body()).contains("FFB-5001", "<a href=\"/\">").doesNotContain("script");
        assertThat(caller.get("/nowhere").body()).startsWith("{\"retmsg\":\"FFB-5001");
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
        assertThat(identities.createUserQuery().memberOfGroup(Role.ALL_ROLES).count())
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
    @ValueSource(
            strings = {
                "/engine-rest/user",
                "/camunda/app/welcome/default/",
                "/v1/doctor",
                "/v1/worker/fetch",
                "/v1/exchange/settled",
                "/actuator/prometheus",
                "/v1/version/get",
                "/"
            })
    void refusesPagesOfOthersOnEveryPath(String path) throws IOException {
        var foreign = caller.request(path, "admin", ServerTest.PASSWORD)
                .header("Origin", "http://evil.example")
                .GET();
        var opaque = caller.request(path, "admin", ServerTest.PASSWORD)
                .header("Origin", "null")
                .GET();

        assertThat(caller.send(foreign).body()).contains("FFB-5004");
        assertThat(caller.send(opaque).statusCode()).isEqualTo(403);
        assertThat(caller.raw("GET " + path, "evil.example", "text/plain", "")).contains(" 403", "FFB-5005");
    }

    @Test
    void aPageOfAnotherSiteNeitherDeploysNorRepairs() {
        var deploy = caller.request("/engine-rest/deployment/create", "admin", ServerTest.PASSWORD)
                .header("Origin", "http://evil.example")
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofString("--b--"));
        var repair = caller.request("/v1/doctor/repair", "admin", ServerTest.PASSWORD)
                .header("Origin", "http://evil.example")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"findings\": []}"));

        assertThat(caller.send(deploy).statusCode()).isEqualTo(403);
        assertThat(caller.send(repair).statusCode()).isEqualTo(403);
    }

    @Test
    @Tag("slow")
    void wrongPasswordsDelayTheirAccountOnlyAndNeverLockIt() {
        anAccount("victim");
        anAccount("bystander");
        for (int i = 0; i < 5; i++) {
            assertThat(status("victim", "wrong")).isEqualTo(401);
        }

        var delayed = caller.send(caller.request("/engine-rest/engine", "victim", "nobodys-password")
                .GET());

        assertThat(delayed.statusCode()).isEqualTo(429);
        assertThat(delayed.body()).contains("FFB-5212");
        assertThat(delayed.headers().firstValueAsLong("Retry-After").orElse(0)).isPositive();
        assertThat(status("bystander", "nobodys-password")).isEqualTo(200);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(status("victim", "nobodys-password"))
                .isEqualTo(200));
        assertThat(status("victim", "wrong"))
                .as("a right one forgets the wrong ones")
                .isEqualTo(401);
        assertThat(status("victim", "nobodys-password")).isEqualTo(200);
    }

    @Test
    void anAccountThatAnEarlierVersionHasLockedIsOpen() {
        anAccount("locked");
        jdbc.update(
                "update act_id_user set attempts_ = 10, lock_exp_time_ = ? where id_ = 'locked'",
                Timestamp.from(Instant.now().plusSeconds(3600)));

        assertThat(status("locked", "nobodys-password")).isEqualTo(200);
        assertThat(jdbc.queryForObject("select attempts_ from act_id_user where id_ = 'locked'", Integer.class))
                .isZero();
    }

    @Test
    void passwordsAreStoredSlowAndThoseOfEarlierVersionsAreStillRight() {
        anAccount("modern");
        anAccount("old");
        String salt = "abc";
        jdbc.update(
                "update act_id_user set pwd_ = ?, salt_ = ? where id_ = 'old'",
                "{SHA-512}" + new Sha512HashDigest().encrypt("of-earlier" + salt),
                salt);

        assertThat(jdbc.queryForObject("select pwd_ from act_id_user where id_ = 'modern'", String.class))
                .startsWith("{PBKDF2}1000$")
                .doesNotContain("nobodys-password");
        assertThat(status("old", "of-earlier")).isEqualTo(200);
        assertThat(status("old", "of-others")).isEqualTo(401);
    }

    private int status(String user, String password) {
        return caller.send(caller.request("/engine-rest/engine", user, password).GET())
                .statusCode();
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
