package io.fateflow.board.access;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.security.InvalidKeyException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.commons.codec.binary.Base32;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;

import static org.assertj.core.api.Assertions.assertThat;

/** Accounts with a second factor, by each way into the server; administrators have to have one here. */
@ServerTest
@Tag(ServerTest.SERVER)
@Import(RoleAccounts.class)
@TestPropertySource(
        properties = {
            ServerTest.SECOND_ENGINE,
            "fate.access.roles=true",
            "fate.access.second-factor-roles=administrator",
            "fate.admin.ticket=" + SecondFactorTest.TICKET,
            "fate.access.keys[0].app-key=key-viewer",
            "fate.access.keys[0].account=viewer",
            "fate.access.keys[0].secret=secret-of-viewer",
            "fate.access.keys[1].app-key=key-administrator",
            "fate.access.keys[1].account=administrator",
            "fate.access.keys[1].secret=secret-of-administrator",
            "fate.access.projects[0].name=credit",
            "fate.access.projects[1].name=fraud"
        })
class SecondFactorTest {

    static final String TICKET = "a-ticket-of-at-least-thirty-two-characters";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PASSWORD = RoleAccounts.PASSWORD;

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private Caller caller;

    @Autowired
    private ProcessEngine engine;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Clock clock;

    /** What an account's owner has. */
    private record Owner(String account, String secret, List<String> recoveryCodes, String session) {}

    @AfterEach
    void nobodyHasOne() {
        jdbc.update("delete from recovery_code");
        jdbc.update("delete from second_factor");
    }

    @Test
    void whoHasOneIsAskedForItsCodeAndLoggedInByEachOnce() throws Exception {
        Owner viewer = enrol("viewer", PASSWORD);
        assertThat(viewer.recoveryCodes()).hasSize(10);
        assertThat(page(viewer.session(), "/board/api/session").body())
                .as("the first code has logged in")
                .contains("\"user\":\"viewer\"", "\"recoveryCodesLeft\":10");

        assertThat(login("viewer", PASSWORD, "").body()).contains("FFB-5286");
        assertThat(login("viewer", PASSWORD, code(viewer, Duration.ZERO)).body())
                .as("the code of the enrolment is used")
                .contains("FFB-5287");
        assertThat(login("viewer", "wrong", code(viewer, Duration.ofSeconds(30)))
                        .body())
                .contains("FFB-5403");
        HttpResponse<String> in = login("viewer", PASSWORD, code(viewer, Duration.ofSeconds(30)));
        assertThat(in.statusCode()).isEqualTo(200);
        assertThat(page(session(in), "/board/api/session").body()).contains("\"user\":\"viewer\"");
        assertThat(login("viewer", PASSWORD, code(viewer, Duration.ofSeconds(30)))
                        .body())
                .contains("FFB-5287");
        assertThat(login("viewer", PASSWORD, viewer.recoveryCodes().get(0)).statusCode())
                .isEqualTo(200);
        assertThat(login("viewer", PASSWORD, viewer.recoveryCodes().get(0)).body())
                .contains("FFB-5287");
    }

    @Test
    void aWrongPasswordSetsNoneUpAndAFirstCodeThatIsWrongNeither() throws Exception {
        assertThat(factor("begin", "viewer", "wrong", "").body()).contains("FFB-5403");
        assertThat(factor("confirm", "viewer", PASSWORD, "123456").body()).contains("FFB-5289");
        HttpResponse<String> begun = factor("begin", "viewer", PASSWORD, "");
        JsonNode offer = JSON.readTree(begun.body());
        assertThat(offer.path("link").asText())
                .startsWith("otpauth://totp/FATE%20Flow:viewer?secret="
                        + offer.path("secret").asText());
        assertThat(offer.path("qr").path("path").asText()).startsWith("M0 0h1v1h-1z");

        assertThat(factor("confirm", "viewer", PASSWORD, "000000").body()).contains("FFB-5287");

        assertThat(login("viewer", PASSWORD, "").statusCode()).isEqualTo(200);
        enrol("viewer", PASSWORD);
        assertThat(factor("begin", "viewer", PASSWORD, "").body()).contains("FFB-5298");
    }

    /** Nor with the code behind it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/queue",
                "/v1/worker/fetch",
                "/v1/doctor",
                "/actuator/prometheus",
                "/engine-rest/engine",
                "/v1/account/second_factor/query"
            })
    void itsPasswordAloneLogsNobodyInByHttpBasic(String path) throws Exception {
        Owner viewer = enrol("viewer", PASSWORD);
        String code = code(viewer, Duration.ofSeconds(30));

        for (String password : List.of(PASSWORD, PASSWORD + code, PASSWORD + " " + code)) {
            HttpResponse<String> answer =
                    caller.send(caller.request(path, "viewer", password).GET());
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body()).contains(password.equals(PASSWORD) ? "FFB-5285" : "FFB-5002");
        }
        assertThat(accounts.signed("viewer", "GET", "/v1/queue", "").statusCode())
                .as("its key is another way")
                .isEqualTo(200);
    }

    @Test
    void norAtCockpitsPageNorByTheEngine() throws Exception {
        assertThat(cockpit("viewer").statusCode()).isEqualTo(200);
        Owner viewer = enrol("viewer", PASSWORD);

        HttpResponse<String> answer = cockpit("viewer");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.contains("viewer"));
        assertThat(audited("access")).last().asString().contains("FFB-5285", "Cockpit");
        IdentityService identities = engine.getIdentityService();
        assertThat(identities.checkPassword("viewer", PASSWORD)).isFalse();
        assertThat(page(viewer.session(), "/camunda/api/cockpit/plugin/fate/" + engine.getName() + "/jobs")
                        .statusCode())
                .as("the board's session is Cockpit's")
                .isEqualTo(200);
    }

    /** The engine's pages ask for the own password before they change it. */
    @Test
    void whoIsLoggedInIsAskedForNoCodeByTheEngine() throws Exception {
        enrol("viewer", PASSWORD);
        IdentityService identities = engine.getIdentityService();
        identities.setAuthenticatedUserId("viewer");
        try {
            assertThat(identities.checkPassword("viewer", PASSWORD)).isTrue();
            assertThat(identities.checkPassword("viewer", "wrong")).isFalse();
        } finally {
            identities.clearAuthentication();
        }
    }

    @Test
    void aRoleThatHasToHaveOneSetsItUpBeforeItsFirstSession() throws Exception {
        assertThat(login("administrator", PASSWORD, "").body()).contains("FFB-5289");
        assertThat(caller.send(caller.request("/actuator/prometheus", "administrator", PASSWORD)
                                .GET())
                        .body())
                .contains("FFB-5285");
        assertThat(login("admin", ServerTest.PASSWORD, "").body())
                .as("who has all roles has this one, too")
                .contains("FFB-5289");
        assertThat(login("operator", PASSWORD, "").statusCode()).isEqualTo(200);

        Owner administrator = enrol("administrator", PASSWORD);

        assertThat(page(administrator.session(), "/board/api/session").body()).contains("\"user\":\"administrator\"");
    }

    @Test
    void anAdministratorTakesItOffAnothersAccountButNotTheOwners() throws Exception {
        enrol("viewer", PASSWORD);
        enrol("admin", ServerTest.PASSWORD);
        assertThat(remove("administrator", "admin").body()).contains("FFB-5299");
        assertThat(remove("viewer", "viewer").body()).contains("FFB-5008");

        HttpResponse<String> answer = remove("administrator", "viewer");

        assertThat(answer.body()).contains("\"account\":\"admin\"").doesNotContain("viewer");
        assertThat(login("viewer", PASSWORD, "").statusCode()).isEqualTo(200);
        assertThat(remove("administrator", "viewer").body()).contains("FFB-5299");
        assertThat(audited("second_factor"))
                .last()
                .isEqualTo("administrator {\"account\":\"viewer\",\"change\":\"removed\"}");
    }

    @Test
    void itsOwnerTakesItOffWithACodeAndNotWithAPasswordAlone() throws Exception {
        Owner viewer = enrol("viewer", PASSWORD);

        assertThat(factor("remove", "viewer", PASSWORD, "").body()).contains("FFB-5286");
        assertThat(factor("recovery-codes", "viewer", PASSWORD, "").body()).contains("FFB-5286");
        HttpResponse<String> fresh = factor(
                "recovery-codes", "viewer", PASSWORD, viewer.recoveryCodes().get(0));
        assertThat(texts(JSON.readTree(fresh.body()).path("recoveryCodes")))
                .hasSize(10)
                .doesNotContainAnyElementsOf(viewer.recoveryCodes());
        assertThat(factor("remove", "viewer", PASSWORD, code(viewer, Duration.ofSeconds(30)))
                        .statusCode())
                .isEqualTo(200);

        assertThat(login("viewer", PASSWORD, "").statusCode()).isEqualTo(200);
        assertThat(factor("remove", "viewer", PASSWORD, "").body()).contains("FFB-5299");
    }

    @Test
    void wrongCodesDelayAndAClockThatIsOffIsNamed() throws Exception {
        Owner viewer = enrol("viewer", PASSWORD);
        assertThat(login("viewer", PASSWORD, code(viewer, Duration.ofMinutes(5)))
                        .body())
                .contains("FFB-5297", "5 minutes ahead of");
        for (int wrong = 0; wrong < 6; wrong++) {
            login("viewer", PASSWORD, "000000");
        }

        HttpResponse<String> answer = login("viewer", PASSWORD, code(viewer, Duration.ofSeconds(30)));

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).contains("FFB-5288", "seconds");
    }

    @Test
    void aLinkThatLogsInDoesNotTakeThePlaceOfACode() throws Exception {
        enrol("admin", ServerTest.PASSWORD);

        assertThat(post(
                                "/board/api/login",
                                JSON.createObjectNode().put("ticket", TICKET).toString())
                        .body())
                .contains("FFB-5408");
    }

    private Owner enrol(String account, String password) throws JsonProcessingException, InvalidKeyException {
        String secret = JSON.readTree(factor("begin", account, password, "").body())
                .path("secret")
                .asText();
        HttpResponse<String> confirmed = factor("confirm", account, password, code(secret, Duration.ZERO));
        assertThat(confirmed.statusCode()).as(confirmed.body()).isEqualTo(200);
        return new Owner(
                account, secret, texts(JSON.readTree(confirmed.body()).path("recoveryCodes")), session(confirmed));
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    private String code(Owner owner, Duration later) throws InvalidKeyException {
        return code(owner.secret(), later);
    }

    /** As an authenticator shows it whose clock is that much ahead. */
    private String code(String secret, Duration later) throws InvalidKeyException {
        TimeBasedOneTimePasswordGenerator generator = new TimeBasedOneTimePasswordGenerator();
        return generator.generateOneTimePasswordString(
                new SecretKeySpec(new Base32().decode(secret), generator.getAlgorithm()),
                clock.instant().plus(later));
    }

    private HttpResponse<String> login(String account, String password, String code) {
        return post("/board/api/login", proof(account, password, code));
    }

    private HttpResponse<String> factor(String what, String account, String password, String code) {
        return post("/board/api/login/second-factor/" + what, proof(account, password, code));
    }

    private static String proof(String account, String password, String code) {
        return JSON.createObjectNode()
                .put("user", account)
                .put("password", password)
                .put("code", code)
                .toString();
    }

    private HttpResponse<String> remove(String by, String account) {
        return accounts.signed(by, "POST", "/v1/account/second_factor/remove", "{\"account\":\"" + account + "\"}");
    }

    private HttpResponse<String> post(String path, String body) {
        return caller.send(
                caller.request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> cockpit(String user) {
        return CockpitForm.logIn(caller, engine, user, PASSWORD);
    }

    private HttpResponse<String> page(String session, String path) {
        return caller.send(caller.request(path).header("Cookie", session).GET());
    }

    private static String session(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(answer.body()))
                .split(";", 2)[0];
    }

    private List<String> audited(String action) {
        return jdbc.queryForList(
                "select actor || ' ' || details from audit_log where action = ? order by id", String.class, action);
    }
}
