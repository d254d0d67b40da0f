package io.fateflow.board.access;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

import org.camunda.bpm.engine.ProcessEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.oidc.TestIssuer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** People log in at an issuer, with a browser that is played here step by step; programs come with its tokens. */
@OutsideServer
class IssuerLoginTest {

    private static final String DONE = "/login/oidc/done";
    private static final String OUT = "/login/oidc/out";

    @Autowired
    private Caller caller;

    @Autowired
    private TestIssuer issuer;

    @Autowired
    private ProcessEngine engine;

    @Autowired
    private JdbcTemplate jdbc;

    private final HttpClient browser = HttpClient.newHttpClient();
    private long before;
    private String there = "";

    @BeforeEach
    void theIssuerKnowsThisServer() {
        issuer.sendTo("http://127.0.0.1:" + caller.port() + DONE);
        before = jdbc.queryForObject("select coalesce(max(id), 0) from audit_log", Long.class);
    }

    @Test
    void whoLogsInAtTheIssuerIsLoggedInAtTheBoardAndInCockpit() throws Exception {
        assertThat(caller.get("/board/api/login").body()).contains("single sign-on", "/login/oidc");

        HttpResponse<String> in = bring(started(), "carol");

        assertThat(in.statusCode()).isEqualTo(200);
        assertThat(in.body()).contains("Logged in", "url=/");
        String session = DirectoryLoginTest.session(in);
        assertThat(page(session, "/board/api/session").body()).contains("\"user\":\"sso:carol\"", "OPERATE");
        assertThat(page(session, "/camunda/api/cockpit/plugin/fate/" + engine.getName() + "/jobs")
                        .statusCode())
                .isEqualTo(200);
        assertThat(page(session, "/board/api/audit").body()).contains("FFB-5008", "sso:carol");
        assertThat(audited("sso:carol")).first().isEqualTo("login {\"way\":\"oidc\"}");

        caller.send(
                caller.request("/board/api/logout").header("Cookie", session).POST(BodyPublishers.noBody()));
        assertThat(page(session, "/board/api/session").statusCode()).isEqualTo(401);
        assertThat(audited("sso:carol")).last().isEqualTo("logout {}");
    }

    /** In the browser's order: here, there, back here. */
    @Test
    void whoLogsOutIsLoggedOutAtTheIssuer() throws Exception {
        Started started = started();
        String session = DirectoryLoginTest.session(bring(started, "carol"));
        assertThat(atTheIssuer(started.away().toString()).headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to)
                        .as("who is logged in there, is at once again here")
                        .contains(DONE + "?code="));

        String next = logOut(session);

        assertThat(next)
                .startsWith(issuer.url() + "/connect/logout?")
                .contains("id_token_hint=", "post_logout_redirect_uri=http://127.0.0.1:" + caller.port() + OUT);
        assertThat(page(session, "/board/api/session").statusCode()).isEqualTo(401);
        assertThat(atTheIssuer(next).headers().firstValue("Location"))
                .hasValue("http://127.0.0.1:" + caller.port() + OUT);
        assertThat(atTheIssuer(started.away().toString()).headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).endsWith("/login"));
        HttpResponse<String> out = caller.send(
                caller.request(OUT).header("Sec-Fetch-Site", "cross-site").GET());
        assertThat(out.statusCode()).isEqualTo(200);
        assertThat(out.body()).contains("Logged out", "/login");
    }

    @Test
    void aLogOutWithoutTheIssuerIsOneHere() throws Exception {
        String session = DirectoryLoginTest.session(bring(started(), "carol"));
        HttpResponse<String> local = caller.send(caller.request("/board/api/login")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"user\":\"admin\",\"password\":\"" + ServerTest.PASSWORD + "\"}")));
        assertThat(logOut(DirectoryLoginTest.session(local)))
                .as("an account of the server's own goes nowhere else")
                .isEmpty();
        assertThat(logOut("JSESSIONID=none")).isEmpty();

        assertThat(logOut(session)).isNotEmpty();
        assertThat(page(session, "/board/api/session").statusCode()).isEqualTo(401);
    }

    /** Where the browser goes next; empty if nowhere. */
    private String logOut(String session) {
        HttpResponse<String> out = caller.send(
                caller.request("/board/api/logout").header("Cookie", session).POST(BodyPublishers.noBody()));
        assertThat(out.statusCode()).isEqualTo(200);
        return out.body().contains("next") ? out.body().replaceAll(".*\"next\":\"([^\"]*)\".*", "$1") : "";
    }

    private HttpResponse<String> atTheIssuer(String address) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Cookie", there)
                        .header("Accept", "text/html")
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void whoHasNoGroupWithARoleMayNothing() throws Exception {
        String session = DirectoryLoginTest.session(bring(started(), "stranger"));

        assertThat(page(session, "/board/api/session").body()).contains("FFB-5009");
        assertThat(page(session, "/board/api/jobs").body()).contains("FFB-5009");
        assertThat(page(session, "/camunda/api/cockpit/plugin/fate/" + engine.getName() + "/jobs")
                        .body())
                .contains("FFB-5009");
    }

    @Test
    void anAccountOfTheIssuerIsNeverTheServersOwnOfThatName() throws Exception {
        String session = DirectoryLoginTest.session(bring(started(), "admin"));

        assertThat(page(session, "/board/api/session").body())
                .contains("\"user\":\"sso:admin\"")
                .doesNotContain("SUBMIT");
        assertThat(page(session, "/board/api/audit").body()).contains("FFB-5008", "operator");
    }

    @Test
    void anAnswerLogsInOnceAndOnlyInTheBrowserThatHasAsked() throws Exception {
        Started started = started();
        String answer = answer(started, "carol");
        Started another = started();

        assertNotIn(caller.send(caller.request(answer).GET()));
        assertNotIn(end(answer, another));
        assertThat(end(answer, started).statusCode()).isEqualTo(200);
        assertNotIn(end(answer, started));
        assertThat(audited("anonymous"))
                .allMatch(row -> row.contains("FFB-5021"))
                .hasSize(3);
    }

    private static void assertNotIn(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("FFB-5021").doesNotContain("url=/\"");
        assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(cookie -> cookie.startsWith("JSESSIONID"));
    }

    @Test
    void anAnswerWithAnotherStateOrAnotherCodeLogsNobodyIn() throws Exception {
        Started started = started();
        assertNotIn(end(answer(started, "carol").replaceAll("state=[^&]*", "state=of-another"), started));

        Started again = started();
        HttpResponse<String> forged = end(answer(again, "carol").replaceAll("code=[^&]*", "code=forged"), again);
        assertThat(forged.statusCode()).isEqualTo(401);
        assertThat(forged.body()).contains("FFB-5022");
    }

    @Test
    void aCodeOfAnotherLoginDoesNotHoldForWantOfItsVerifier() throws Exception {
        Started victim = started();
        String code = answer(victim, "carol").replaceAll(".*code=([^&]*).*", "$1");
        Started thief = started();
        String own = answer(thief, "stranger");

        HttpResponse<String> stolen = end(own.replaceAll("code=[^&]*", "code=" + code), thief);

        assertThat(stolen.statusCode()).isEqualTo(401);
        assertThat(stolen.body()).contains("FFB-5022");
    }

    @Test
    void whatTheIssuerRefusesIsSaidWithoutItsWords() throws Exception {
        Started started = started();
        String state = started.away().getQuery().replaceAll(".*state=([^&]*).*", "$1");

        HttpResponse<String> refused = caller.send(
                caller.request(DONE + "?error=%3Cscript%3E&state=" + URLEncoder.encode(state, StandardCharsets.UTF_8))
                        .header("Cookie", started.cookie())
                        .GET());

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("FFB-5022").doesNotContain("script");
    }

    @Test
    void onlyTheWayBackFromTheIssuerMayBeAStepOfAnotherSite() throws Exception {
        Started started = started();

        assertThat(caller.send(caller.request(answer(started, "carol"))
                                .header("Cookie", started.cookie())
                                .header("Sec-Fetch-Site", "cross-site")
                                .GET())
                        .statusCode())
                .isEqualTo(200);
        assertThat(caller.send(caller.request("/login/oidc")
                                .header("Sec-Fetch-Site", "cross-site")
                                .GET())
                        .body())
                .contains("FFB-5004");
        assertThat(caller.send(caller.request(DONE)
                                .header("Sec-Fetch-Site", "cross-site")
                                .POST(BodyPublishers.noBody()))
                        .body())
                .contains("FFB-5004");
    }

    @Test
    void aProgramComesWithATokenOfTheIssuer() throws Exception {
        String token = token();

        assertThat(bearer(token, "/v1/queue").statusCode()).isEqualTo(200);
        assertThat(bearer(token, "/board/api/jobs").statusCode()).isEqualTo(200);
        assertThat(bearer(token, "/board/api/session").body()).contains("sso:robot");
        assertThat(bearer(token, "/v1/audit").body()).contains("FFB-5008", "sso:robot", "platform");
        assertThat(bearer(token, "/engine-rest/engine").statusCode()).isEqualTo(401);
        HttpResponse<String> altered = bearer(token.substring(0, token.length() - 4) + "AAAA", "/v1/queue");
        assertThat(altered.statusCode()).isEqualTo(401);
        assertThat(altered.body()).contains("FFB-5023").doesNotContain(token.substring(0, 20));
        assertThat(altered.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_token\"");
        assertThat(audited("sso:robot")).first().isEqualTo("login {\"way\":\"token\"}");
        assertThat(audited("sso:robot"))
                .filteredOn(row -> row.startsWith("login"))
                .hasSize(1);
    }

    @Test
    void anIssuerThatGoesAwayMeanwhileLogsNobodyInAndComesBack() throws Exception {
        Started started = started();
        String answer = answer(started, "carol");
        issuer.close();
        try {
            HttpResponse<String> away = end(answer, started);
            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(away.body()).contains("FFB-5020");
        } finally {
            issuer.start();
        }
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().untilAsserted(() -> assertThat(
                        bring(started(), "carol").statusCode())
                .isEqualTo(200));
    }

    /** @param away where the browser is sent */
    private record Started(URI away, String cookie) {}

    private Started started() {
        HttpResponse<String> away = caller.get("/login/oidc");
        assertThat(away.statusCode()).as(away.body()).isEqualTo(302);
        String cookie = away.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).startsWith("FATE_LOGIN=").contains("HttpOnly", "SameSite=Lax", "Path=/login/oidc");
        URI location = URI.create(away.headers().firstValue("Location").orElseThrow());
        assertThat(location.getQuery()).contains("code_challenge_method=S256", "state=", "nonce=");
        return new Started(location, cookie.split(";", 2)[0]);
    }

    /** What the issuer sends the browser back with, once somebody has logged in there. */
    private String answer(Started started, String user) throws Exception {
        HttpResponse<String> in = browser.send(
                HttpRequest.newBuilder(URI.create(issuer.url() + "/login"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("username=" + user + "&password=" + TestIssuer.PASSWORD))
                        .build(),
                BodyHandlers.ofString());
        there = in.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow()
                .split(";", 2)[0];
        HttpResponse<String> back = browser.send(
                HttpRequest.newBuilder(started.away())
                        .header("Cookie", there)
                        .header("Accept", "text/html")
                        .build(),
                BodyHandlers.ofString());
        String location =
                back.headers().firstValue("Location").orElseThrow(() -> new IllegalStateException(back.body()));
        assertThat(location).contains(DONE + "?code=");
        return location.substring(location.indexOf(DONE));
    }

    private HttpResponse<String> end(String answer, Started started) {
        return caller.send(
                caller.request(answer).header("Cookie", started.cookie()).GET());
    }

    private HttpResponse<String> bring(Started started, String user) throws Exception {
        return end(answer(started, user), started);
    }

    private String token() throws Exception {
        String pair =
                Base64.getEncoder().encodeToString(("robot:" + TestIssuer.SECRET).getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> answer = browser.send(
                HttpRequest.newBuilder(URI.create(issuer.url() + "/oauth2/token"))
                        .header("Authorization", "Basic " + pair)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("grant_type=client_credentials"))
                        .build(),
                BodyHandlers.ofString());
        return answer.body().replaceAll(".*\"access_token\":\"([^\"]*)\".*", "$1");
    }

    private HttpResponse<String> bearer(String token, String path) {
        return caller.send(
                caller.request(path).header("Authorization", "Bearer " + token).GET());
    }

    private HttpResponse<String> page(String session, String path) {
        return caller.send(caller.request(path).header("Cookie", session).GET());
    }

    private List<String> audited(String actor) {
        return jdbc.queryForList(
                "select action || ' ' || details from audit_log where id > ? and actor = ? order by id",
                String.class,
                before,
                actor);
    }
}
