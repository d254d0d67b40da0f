package io.fateflow.board.access;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.UUID;

import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.authorization.Authorization;
import org.camunda.bpm.engine.authorization.Permission;
import org.camunda.bpm.engine.authorization.Permissions;
import org.camunda.bpm.engine.authorization.ProcessDefinitionPermissions;
import org.camunda.bpm.engine.authorization.Resource;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.engine.identity.User;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;

import static org.assertj.core.api.Assertions.assertThat;

/** Who gets to see what of the board, and who may do what there. */
@ServerTest
@Tag(ServerTest.SERVER)
class BoardAccessTest {

    private static final String OTHERS_PASSWORD = "anothers-password";

    @Autowired
    private Caller caller;

    @Autowired
    private IdentityService identities;

    @Autowired
    private AuthorizationService authorizations;

    @Autowired
    private StubEngine.Jobs jobs;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/board/api/session",
                "/board/api/jobs",
                "/board/api/jobs/202601021530450000010",
                "/board/api/events",
                "/board/api/audit",
                "/board/api/resources",
                "/board/api/nodes",
                "/board/api/sites/calls",
                "/board/api/download/job/log/download?job_id=202601021530450000010",
                "/board/v1/node/list",
                "/board/v1/openapi.json"
            })
    void showsNothingToWhomNobodyKnows(String path) {
        HttpResponse<String> answer = caller.get(path);

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("FFB-5400");
    }

    @Test
    void showsNothingToAnAccountWithoutRights() {
        String session = logIn(account(), OTHERS_PASSWORD);

        assertThat(get("/board/api/jobs", session).statusCode()).isEqualTo(403);
        assertThat(get("/board/api/session", session).body()).contains("FFB-5401");
    }

    @Test
    void oneLoginIsCockpitsAndTheBoards() {
        String session = logIn("admin", ServerTest.PASSWORD);

        assertThat(get("/board/api/session", session).body()).contains("\"user\":\"admin\"", "ADMINISTER");
        assertThat(get("/camunda/api/admin/auth/user/default", session).body()).contains("\"userId\":\"admin\"");
    }

    @Test
    void whoMayReadMayNotChange() {
        String reader = account();
        grant(reader, Resources.APPLICATION, "cockpit", Permissions.ACCESS);
        grant(reader, Resources.PROCESS_DEFINITION, "fate-job", ProcessDefinitionPermissions.READ_INSTANCE);
        String session = logIn(reader, OTHERS_PASSWORD);

        assertThat(get("/board/api/jobs", session).statusCode()).isEqualTo(200);
        assertThat(get("/board/v1/node/list", session).statusCode()).isEqualTo(200);
        assertThat(get("/board/v1/openapi.json", session).body()).contains("/v1/job/submit");
        for (String path : new String[] {"job/search", "table/search", "model/query"}) {
            assertThat(post("/board/v1/" + path, "{}", session).statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
        for (String path : new String[] {"job/stop", "job/rerun", "job/suspend", "job/submit", "data/upload"}) {
            assertThat(post("/board/v1/" + path, "{\"job_id\":\"" + StubEngine.JOB + "\"}", session))
                    .as(path)
                    .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(403))
                    .satisfies(answer -> assertThat(answer.body()).contains("FFB-5402"));
        }
        assertThat(get("/board/v1/doctor", session).statusCode()).isEqualTo(403);
        assertThat(post("/board/v1/doctor/repair", "{\"findings\":[]}", session).statusCode())
                .isEqualTo(403);
        assertThat(post("/board/v1/server/maintenance", "{\"enabled\":true}", session)
                        .statusCode())
                .isEqualTo(403);
        assertThat(post("/board/api/nodes/drain", "{\"worker\":\"w\",\"drain\":true}", session)
                        .statusCode())
                .isEqualTo(403);
        assertThat(post("/board/api/nodes/capacity", "{\"node\":\"n\",\"label\":\"GPU\",\"amount\":1}", session)
                        .statusCode())
                .isEqualTo(403);
        assertThat(post("/board/api/check", "{\"dsl\":\"{}\",\"conf\":\"{}\"}", session)
                        .statusCode())
                .isEqualTo(403);
        assertThat(jobs.stopped).doesNotContain(StubEngine.JOB + " canceled");
    }

    @Test
    void whoMayStopStops() {
        String operator = account();
        grant(operator, Resources.APPLICATION, "cockpit", Permissions.ACCESS);
        grant(operator, Resources.PROCESS_DEFINITION, "fate-job", ProcessDefinitionPermissions.READ_INSTANCE);
        grant(operator, Resources.PROCESS_DEFINITION, "fate-job", ProcessDefinitionPermissions.UPDATE_INSTANCE);
        String session = logIn(operator, OTHERS_PASSWORD);

        HttpResponse<String> answer = post(
                "/board/v1/job/stop", "{\"job_id\":\"" + StubEngine.JOB + "\",\"stop_status\":\"timeout\"}", session);

        assertThat(answer.body()).contains("\"retcode\":0");
        assertThat(jobs.stopped).contains(StubEngine.JOB + " timeout");
    }

    @Test
    void callsThatNoPageMakesAreNotForwarded() {
        String session = logIn("admin", ServerTest.PASSWORD);

        for (String path : new String[] {"worker/fetch", "key/query", "job/clean", "job/../worker/fetch", "nothing"}) {
            assertThat(post("/board/v1/" + path, "{}", session).statusCode())
                    .as(path)
                    .isIn(400, 403, 404);
        }
        assertThat(get("/board/api/download/key/query", session).statusCode()).isEqualTo(404);
    }

    @Test
    void pagesOfOtherSitesCanNotUseTheSession() {
        String session = logIn("admin", ServerTest.PASSWORD);

        HttpResponse<String> answer = caller.send(request("/board/v1/job/stop", session)
                .header("Origin", "http://evil.example")
                .POST(BodyPublishers.ofString("{\"job_id\":\"202601021530450000019\"}")));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("FFB-5004");
        assertThat(jobs.stopped).doesNotContain("202601021530450000019 canceled");
    }

    @Test
    void aWrongPasswordLogsNobodyInAndIsSlowedDown() {
        String user = account();
        HttpResponse<String> answer = tryLogIn(user, "wrong");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).contains("FFB-5403");
        assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();

        for (int i = 0; i < 5; i++) {
            answer = tryLogIn(user, "wrong");
        }

        assertThat(answer.statusCode()).isIn(401, 429);
        assertThat(tryLogIn(user, "wrong").statusCode()).isEqualTo(429);
    }

    @Test
    void aLoginGetsAnotherSession() {
        String before = logIn("admin", ServerTest.PASSWORD);
        HttpResponse<String> again = caller.send(request("/board/api/login", before)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"user\":\"admin\",\"password\":\"" + ServerTest.PASSWORD + "\"}")));

        assertThat(session(again)).isNotEqualTo(before);
        assertThat(get("/board/api/session", before).statusCode()).isEqualTo(401);
    }

    @Test
    void afterTheLogoutTheSessionIsNobodys() {
        String session = logIn("admin", ServerTest.PASSWORD);
        post("/board/api/logout", "{}", session);

        assertThat(get("/board/api/session", session).statusCode()).isEqualTo(401);
        assertThat(get("/camunda/api/admin/auth/user/default", session).body()).doesNotContain("userId");
    }

    private String account() {
        User user = identities.newUser("u" + UUID.randomUUID().toString().substring(0, 8));
        user.setPassword(OTHERS_PASSWORD);
        identities.saveUser(user);
        return user.getId();
    }

    private void grant(String user, Resource resource, String id, Permission permission) {
        Authorization authorization = authorizations
                .createAuthorizationQuery()
                .userIdIn(user)
                .resourceType(resource)
                .resourceId(id)
                .singleResult();
        if (authorization == null) {
            authorization = authorizations.createNewAuthorization(Authorization.AUTH_TYPE_GRANT);
            authorization.setUserId(user);
            authorization.setResource(resource);
            authorization.setResourceId(id);
        }
        authorization.addPermission(permission);
        authorizations.saveAuthorization(authorization);
    }

    private String logIn(String user, String password) {
        HttpResponse<String> answer = tryLogIn(user, password);
        assertThat(answer.statusCode()).isEqualTo(200);
        return session(answer);
    }

    private HttpResponse<String> tryLogIn(String user, String password) {
        return caller.send(caller.request("/board/api/login")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"user\":\"" + user + "\",\"password\":\"" + password + "\"}")));
    }

    private static String session(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow()
                .split(";", 2)[0];
    }

    private HttpRequest.Builder request(String path, String session) {
        return caller.request(path).header("Cookie", session);
    }

    private HttpResponse<String> get(String path, String session) {
        return caller.send(request(path, session).GET());
    }

    private HttpResponse<String> post(String path, String body, String session) {
        return caller.send(request(path, session)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }
}
