package io.fateflow.board.access;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.ldap.InMemoryDirectory;
import io.fateflow.webapp.role.Role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Accounts of a directory log in wherever the engine's do, and may what their groups' roles may. */
@OutsideServer
class DirectoryLoginTest {

    private static final String RIGHT = InMemoryDirectory.PASSWORD;

    @Autowired
    private Caller caller;

    @Autowired
    private InMemoryDirectory directory;

    @Autowired
    private ProcessEngine engine;

    @Autowired
    private JdbcTemplate jdbc;

    private long before;

    @BeforeEach
    void onlyWhatComesCounts() {
        before = jdbc.queryForObject("select coalesce(max(id), 0) from audit_log", Long.class);
    }

    @Test
    void anAccountOfTheDirectoryLogsInAtTheBoardAndMayWhatItsRoleMay() {
        String session = session(board("alice", RIGHT));

        assertThat(page(session, "/board/api/session").body()).contains("\"user\":\"alice\"", "SUBMIT");
        assertThat(page(session, "/board/api/resources").statusCode()).isEqualTo(200);
        assertThat(page(session, "/board/api/health/history").body()).contains("FFB-5008", "submitter");
    }

    @Test
    void itLogsInWithHttpBasicAndForEngineRest() {
        assertThat(basic("alice", RIGHT, "/v1/queue").statusCode()).isEqualTo(200);
        assertThat(basic("Olga", RIGHT, "/v1/doctor").statusCode()).isEqualTo(200);
        assertThat(basic("Olga", RIGHT, "/actuator/prometheus").statusCode()).isEqualTo(200);
        assertThat(engine("Olga", "/process-definition?key=fate-task").body()).contains("fate-task");
        assertThat(engine("alice", "/process-definition?key=fate-task").body()).contains("FFB-5008");
        assertThat(caller.send(caller.request("/v1/worker/alive", "alice", RIGHT)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{}")))
                        .body())
                .contains("FFB-5008", "worker");
    }

    @Test
    void itLogsInAtCockpitsPage() {
        HttpResponse<String> in = cockpit("Olga", RIGHT);

        assertThat(in.statusCode()).isEqualTo(200);
        assertThat(in.body()).contains("\"userId\":\"Olga\"", "cockpit");
        String session = session(in);
        String jobs = "/camunda/api/cockpit/plugin/fate/" + engine.getName() + "/jobs";
        assertThat(page(session, jobs).statusCode()).isEqualTo(200);
        assertThat(page(session, "/board/api/session").body()).contains("\"user\":\"Olga\"");
        assertThat(cockpit("Olga", "wrong").statusCode()).isEqualTo(401);
        assertThat(audited("Olga")).contains("login {\"way\":\"cockpit\"}");
        assertThat(audited("anonymous")).anyMatch(row -> row.contains("wrong login at Cockpit"));
    }

    @Test
    void whoseGroupsHaveNoRoleMayNothing() {
        assertThat(basic("nobody", RIGHT, "/v1/queue").body()).contains("FFB-5009");
        assertThat(page(session(board("nobody", RIGHT)), "/board/api/session").body())
                .contains("FFB-5009");
        assertThat(engine("nobody", "/user").body()).contains("FFB-5009");
    }

    @Test
    void anAccountOfTheServersOwnIsNobodysOfTheDirectory() {
        assertThat(basic("admin", RIGHT, "/v1/queue").statusCode()).isEqualTo(401);
        assertThat(basic("admin", ServerTest.PASSWORD, "/v1/queue").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aNameThatIsAFilterLogsNobodyIn() {
        for (String name : List.of("*", "a*", "*)(uid=*", "alice)(|(uid=*", "ALICE", "alice ")) {
            assertThat(basic(name, RIGHT, "/v1/queue").statusCode()).as(name).isEqualTo(401);
        }
        assertThat(basic("alice", "", "/v1/queue").statusCode()).isEqualTo(401);
        assertThat(board("alice", "").statusCode()).isEqualTo(401);
    }

    @Test
    void whoIsRemovedFromTheDirectoryIsOutSoonAfter() throws Exception {
        directory.add("leaver");
        assertThat(basic("leaver", RIGHT, "/v1/queue").statusCode()).isEqualTo(200);

        directory.remove("leaver");

        await().atMost(Duration.ofSeconds(30))
                .until(() -> basic("leaver", RIGHT, "/v1/queue").statusCode() == 401);
        assertThat(engine.getIdentityService()
                        .createGroupQuery()
                        .groupMember("leaver")
                        .count())
                .isZero();
    }

    @Test
    void theEngineKnowsTheGroupsOfAnAccountThatIsNotItsOwn() {
        IdentityService identities = engine.getIdentityService();

        assertThat(identities.createGroupQuery().groupMember("Olga").list())
                .extracting(group -> group.getId())
                .containsExactlyInAnyOrder("fateOperators", "fateViewers");
        assertThat(identities
                        .createGroupQuery()
                        .groupMember("Olga")
                        .groupId("fateViewers")
                        .count())
                .isEqualTo(1);
        assertThat(identities
                        .createGroupQuery()
                        .groupMember("Olga")
                        .groupId(Role.ALL_ROLES)
                        .count())
                .isZero();
        assertThat(identities.createGroupQuery().groupMember("nobody").list()).isEmpty();
        assertThat(identities.createUserQuery().userId("Olga").singleResult().getId())
                .isEqualTo("Olga");
        assertThat(identities.createUserQuery().userId("mallory").count()).isZero();
        assertThat(identities.createUserQuery().list())
                .extracting(user -> user.getId())
                .doesNotContain("Olga");
    }

    @Test
    void wrongPasswordsDelayAnAccountOfTheDirectoryToo() {
        // the delay doubles with each that is looked at: one comes within it, however slow the machine
        await().atMost(Duration.ofMinutes(1))
                .until(() -> basic("delayed", "wrong", "/v1/queue").body().contains("FFB-5212"));
    }

    @Test
    void whileTheDirectoryIsAwayItIsSaidAndTheServersOwnAccountsGoOn() throws Exception {
        directory.goAway();
        try {
            // as long as it is remembered, she is let in; then she has never the wrong password
            HttpResponse<String> away = await().atMost(Duration.ofSeconds(30))
                    .until(() -> basic("Olga", RIGHT, "/v1/doctor"), answer -> answer.statusCode() != 200);

            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(away.body()).contains("FFB-5016");
            assertThat(away.headers().firstValue("Retry-After")).isPresent();
            assertThat(board("alice", RIGHT).statusCode()).isEqualTo(503);
            assertThat(board("alice", RIGHT).body()).contains("FFB-5016");
            assertThat(basic("admin", ServerTest.PASSWORD, "/v1/queue").statusCode())
                    .isEqualTo(200);
            assertThat(board("admin", ServerTest.PASSWORD).statusCode()).isEqualTo(200);
        } finally {
            directory.comeBack();
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> basic("Olga", RIGHT, "/v1/doctor").statusCode() == 200);
    }

    @Test
    void logInsAreWrittenDownOnceForAProgramAndEachTimeForAPerson() {
        directory.add("program");
        for (int i = 0; i < 3; i++) {
            basic("program", RIGHT, "/v1/queue");
        }
        board("program", RIGHT);
        String session = session(board("program", RIGHT));
        caller.send(
                caller.request("/board/api/logout").header("Cookie", session).POST(BodyPublishers.noBody()));

        assertThat(audited("program"))
                .containsExactly(
                        "login {\"way\":\"basic\"}",
                        "login {\"way\":\"board\"}",
                        "login {\"way\":\"board\"}",
                        "logout {}");
        assertThat(page(session, "/board/api/session").statusCode()).isEqualTo(401);
    }

    @Test
    void anAccountThatAsksTooOftenIsToldWhenAgainAndWrittenDownOnce() {
        directory.add("limited");
        for (int i = 0; i < 3; i++) {
            assertThat(basic("limited", RIGHT, "/v1/queue").statusCode()).isEqualTo(200);
        }

        HttpResponse<String> refused = basic("limited", RIGHT, "/v1/queue");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("FFB-5030", "account limited", "3 requests a minute", "\"retcode\":429");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(basic("limited", RIGHT, "/v1/queue").statusCode()).isEqualTo(429);
        assertThat(basic("alice", RIGHT, "/v1/queue").statusCode()).isEqualTo(200);
        assertThat(audited("limited"))
                .filteredOn(row -> row.contains("FFB-5030"))
                .hasSize(1);
    }

    @Test
    void anAccountThatUploadsTooMuchIsToldWhenAgainAndWrittenDownOnce() {
        directory.add("bringer");
        assertThat(upload("bringer").body()).doesNotContain("FFB-5330");

        HttpResponse<String> refused = upload("bringer");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("FFB-5330", "account bringer", "2 KB a day", "\"retcode\":429");
        assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isGreaterThan(3600);
        assertThat(upload("bringer").statusCode()).isEqualTo(429);
        assertThat(basic("bringer", RIGHT, "/v1/queue").statusCode())
                .as("what is no upload")
                .isEqualTo(200);
        assertThat(audited("bringer"))
                .filteredOn(row -> row.contains("FFB-5330"))
                .hasSize(1);
    }

    /** A file that submitters may bring, were it an archive. */
    private HttpResponse<String> upload(String user) {
        String form = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"model.zip\"\r\n\r\nid,x\r\n"
                + "1,2\r\n".repeat(1000) + "\r\n--b--\r\n";
        return caller.send(caller.request("/v1/model/import", user, RIGHT)
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofString(form)));
    }

    private List<String> audited(String actor) {
        return jdbc.queryForList(
                "select action || ' ' || details from audit_log where id > ? and actor = ? order by id",
                String.class,
                before,
                actor);
    }

    private HttpResponse<String> basic(String user, String password, String path) {
        return caller.send(caller.request(path, user, password).GET());
    }

    private HttpResponse<String> engine(String user, String path) {
        return basic(user, RIGHT, "/engine-rest/engine/" + engine.getName() + path);
    }

    private HttpResponse<String> board(String user, String password) {
        return caller.send(caller.request("/board/api/login")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"user\":\"" + user + "\",\"password\":\"" + password + "\"}")));
    }

    private HttpResponse<String> cockpit(String user, String password) {
        return CockpitForm.logIn(caller, engine, user, password);
    }

    private HttpResponse<String> page(String session, String path) {
        return caller.send(caller.request(path).header("Cookie", session).GET());
    }

    static String session(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .reduce((first, last) -> last)
                .orElseThrow(() -> new IllegalStateException(answer.statusCode() + " " + answer.body()))
                .split(";", 2)[0];
    }
}
