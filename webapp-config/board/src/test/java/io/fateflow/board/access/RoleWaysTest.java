package io.fateflow.board.access;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.authorization.Authorization;
import org.camunda.bpm.engine.authorization.Permission;
import org.camunda.bpm.engine.authorization.Permissions;
import org.camunda.bpm.engine.authorization.ProcessDefinitionPermissions;
import org.camunda.bpm.engine.authorization.Resource;
import org.camunda.bpm.engine.authorization.Resources;
import org.camunda.bpm.engine.impl.cfg.ProcessEnginePlugin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import io.fateflow.operations.query.VisibleJobs;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.role.Calls;
import io.fateflow.webapp.role.Role;
import io.fateflow.webapp.security.CutToOwn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

/** Ways into a server that goes by roles, besides the cells of the table. */
@RolesServer
class RoleWaysTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** They prove otherwise who they are: executors by their token, other sites by signatures, and whoever logs in or out. */
    private static final List<String> OTHERS = List.of(
            "/v1/exchange/", "/v1/channel/", "/v1/party/", "/v1/initiator/", "/board/api/login", "/board/api/logout");

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private Caller caller;

    @Autowired
    private ProcessEngine engine;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private List<ProcessEnginePlugin> plugins;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping controllers;

    @Test
    void eachCallOfAControllerIsAnActionsOfTheTable() {
        List<String> missing = new ArrayList<>();
        controllers.getHandlerMethods().forEach((info, method) -> info.getPatternValues().stream()
                .filter(path -> path.startsWith("/v1/") || path.startsWith("/board/"))
                .filter(path -> OTHERS.stream().noneMatch(path::startsWith) && !Calls.handsOn(path))
                .filter(path -> !path.equals("/board/api/session"))
                .forEach(path -> info.getMethodsCondition().getMethods().stream()
                        .filter(verb -> Calls.ofPattern(verb.name(), path).isEmpty())
                        .forEach(verb -> missing.add(verb + " " + path))));

        assertThat(missing).isEmpty();
    }

    /** But the stream of changes, which tells nothing of any job, and calls that mean one table, or make one: {@code ProjectsTest}. */
    @Test
    void whatNeedNotNameAJobIsCutToWhatMayBeSeen() {
        assertThat(controllers.getHandlerMethods().values().stream()
                        .filter(method -> method.hasMethodAnnotation(CutToOwn.class))
                        .filter(method -> Arrays.stream(method.getMethodParameters())
                                .noneMatch(parameter -> parameter.getParameterType() == VisibleJobs.class))
                        .map(method -> method.getMethod().getName()))
                .containsExactlyInAnyOrder("events", "info", "bind", "upload");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/version/get",
                "/v1/job/submit",
                "/v1/worker/fetch",
                "/v1/unknown",
                "/board/api/session",
                "/board/api/jobs",
                "/board/v1/job/stop",
                "/engine-rest/engine",
                "/actuator/prometheus"
            })
    void whoDoesNotSayWhoHeIsIsAskedToLogIn(String path) {
        HttpResponse<String> answer = caller.post(path, "{}");

        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.body()).containsAnyOf("FFB-5002", "FFB-5400");
    }

    @Test
    void aWrongSignatureIsFatesError109AndNobodysAccount() {
        HttpResponse<String> answer = caller.send(accounts.sign("operator", "POST", "/v1/job/query", "{}")
                .setHeader("SIGNATURE", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="));
        HttpResponse<String> unknown = caller.send(
                accounts.sign("operator", "POST", "/v1/job/query", "{}").setHeader("APP_KEY", "key-of-nobody-at-all"));

        assertThat(answer.body()).contains("\"retcode\":109", "signature authentication failed");
        assertThat(unknown.body()).contains("\"retcode\":109", "Unknown APP_KEY");
    }

    @Test
    void fatesOneKeyIsTheClientsWithTheRolesThatAreConfigured() {
        assertThat(accounts.signed("client", "POST", "/v1/job/query", "{}").statusCode())
                .isEqualTo(200);
        assertThat(accounts.signed("client", "POST", "/v1/job/stop", "{}").body())
                .contains("FFB-5008", "account client", "viewer");
    }

    @Test
    void theFirstAdministratorHasAllRoles() {
        assertThat(accounts.signed("operator", "GET", "/v1/doctor", "").body()).contains("\"notes\":[]");
        for (String path : List.of("/v1/queue", "/v1/audit?limit=1", "/v1/doctor", "/actuator/prometheus")) {
            assertThat(caller.send(caller.request(path, "admin", ServerTest.PASSWORD)
                                    .GET())
                            .statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
    }

    @Test
    void whatIsDoneIsDoneByTheKeysAccount() {
        String answer = accounts.signed("operator", "POST", "/v1/server/maintenance", "{\"enabled\":true}")
                .body();
        accounts.signed("operator", "POST", "/v1/server/maintenance", "{\"enabled\":false}");

        assertThat(answer).contains("\"by\":\"operator\"");
    }

    /** It is of whom the engine has logged in, which is not whom the request's signature or anything else would name. */
    @Test
    void aJobThatAPlatformStartsByEngineRestIsItsOwnOrOfWhomItNames() throws IOException {
        String own = startByEngineRest("");
        String forAnother = startByEngineRest(",\"userId\":{\"value\":\"submitter\"}");

        assertThat(submitters(own)).containsOnly("platform");
        assertThat(submitters(forAnother)).containsOnly("submitter");
        assertThat(stop("platform", own)).isEqualTo(200);
        assertThat(stop("platform", forAnother)).isEqualTo(403);
        assertThat(stop("submitter", own)).isEqualTo(403);
        assertThat(stop("submitter", forAnother)).isEqualTo(200);
    }

    /** @return the job's id */
    private String startByEngineRest(String more) throws IOException {
        String body = "{\"variables\":{\"dsl\":{\"type\":\"Json\",\"value\":" + toy("dsl")
                + "},\"runtimeConf\":{\"type\":\"Json\",\"value\":" + toy("conf") + "}" + more + "}}";
        String path = "/engine-rest/engine/" + engine.getName() + "/process-definition/key/fate-job/start";
        HttpResponse<String> answer = accounts.basic("platform", "POST", path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        String instance = JSON.readTree(answer.body()).path("id").asText();
        return jdbc.queryForObject("select job_id from job where process_instance_id = ?", String.class, instance);
    }

    /** One of the templates that the server gives away, as a JSON text. */
    private static String toy(String which) throws IOException {
        try (InputStream file =
                Caller.class.getResourceAsStream("/io/fateflow/webapp/template/toy/toy_" + which + ".json")) {
            return JSON.writeValueAsString(JSON.readTree(file).toString());
        }
    }

    private List<String> submitters(String job) {
        return jdbc.queryForList("select submitter from job where job_id = ?", String.class, job);
    }

    private int stop(String account, String job) {
        return accounts.signed(account, "POST", "/v1/job/stop", "{\"job_id\":\"" + job + "\"}")
                .statusCode();
    }

    /** What was granted to somebody by himself, before there were roles, opens neither the engine nor the board. */
    @Test
    void grantsWithoutARoleAreNoUse() {
        AuthorizationService authorizations = engine.getAuthorizationService();
        Authorization own = authorizations.createNewAuthorization(Authorization.AUTH_TYPE_GRANT);
        own.setUserId("nobody");
        own.setResource(Resources.PROCESS_DEFINITION);
        own.setResourceId("*");
        own.addPermission(ProcessDefinitionPermissions.ALL);
        authorizations.saveAuthorization(own);
        try {
            String path = "/engine-rest/engine/" + engine.getName() + "/process-definition";
            assertThat(accounts.basic("nobody", "GET", path, "").body()).contains("FFB-5009");
            assertThat(accounts.page("nobody", "GET", "/camunda/api/engine/engine/x/process-definition", "")
                            .body())
                    .contains("FFB-5009");
            assertThat(accounts.page("nobody", "GET", "/board/api/session", "").body())
                    .contains("FFB-5009");
        } finally {
            authorizations.deleteAuthorization(own.getId());
        }
    }

    /** As it says which process it is. */
    @Test
    void theWayFromAJobToItsProcessIsForWhomTheEngineIs() {
        String path = "/job/" + RoleAccounts.ANOTHERS + "/process";

        assertThat(caller.get(path).statusCode()).isEqualTo(401);
        assertThat(accounts.page("submitter", "GET", path, "").statusCode()).isEqualTo(403);
        assertThat(accounts.page("viewer", "GET", path, "").statusCode()).isEqualTo(302);
        assertThat(caller.get("/job/" + RoleAccounts.ANOTHERS).headers().firstValue("Location"))
                .as("the board asks for a login itself")
                .hasValue("/jobs/" + RoleAccounts.ANOTHERS);
    }

    /** Else they would show nothing, and nobody could log in there. */
    @Test
    void cockpitsPageLoadsItsPluginsBeforeAnybodyHasLoggedInAndNothingElse() throws IOException {
        String plugins = "/camunda/api/cockpit/plugin/";
        String script = plugins + "fate/static/app/plugin.js";

        assertThat(caller.get(script).statusCode()).isEqualTo(200);
        assertThat(caller.get(plugins + "cockpitPlugins/static/app/plugin.js").statusCode())
                .isEqualTo(200);
        assertThat(caller.get(plugins + "fate/static/app/other.js").statusCode())
                .isEqualTo(401);
        assertThat(caller.get(plugins + "fate/" + engine.getName() + "/jobs").statusCode())
                .isEqualTo(401);
        for (String written : List.of(
                plugins + "fate/" + engine.getName() + "/../static/app/plugin.js",
                plugins + "fate/static;x=1/app/plugin.js",
                plugins + "fate/%73tatic/app/plugin.js")) {
            assertThat(caller.raw("GET " + written, "127.0.0.1", "text/plain", ""))
                    .as(written)
                    .startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void anAdministratorOfAccountsDoesNotMakeHimselfTheOwner() {
        String members = "/engine-rest/engine/" + engine.getName() + "/group/";

        assertThat(accounts.basic("administrator", "PUT", members + Role.ALL_ROLES + "/members/administrator", "{}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(accounts.basic("administrator", "PUT", members + "fateMonitoring/members/nobody", "{}")
                        .statusCode())
                .isEqualTo(204);
        assertThat(accounts.signed("nobody", "GET", "/v1/doctor", "").statusCode())
                .as("from the next call on")
                .isEqualTo(200);
        assertThat(accounts.basic("administrator", "DELETE", members + "fateMonitoring/members/nobody", "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(accounts.signed("nobody", "GET", "/v1/doctor", "").body()).contains("FFB-5009");
    }

    @Test
    void aStartLeavesTheEnginesGrantsAsTheTableSays() {
        Map<String, Set<Permission>> before = grants("fateOperators");
        assertThat(before)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        entry("0 cockpit", Set.of(Permissions.ACCESS)),
                        entry("0 tasklist", Set.of(Permissions.ACCESS)),
                        entry("9 *", Set.of(Permissions.READ)),
                        entry(
                                "6 *",
                                Set.of(
                                        ProcessDefinitionPermissions.READ,
                                        ProcessDefinitionPermissions.READ_INSTANCE,
                                        ProcessDefinitionPermissions.READ_HISTORY,
                                        ProcessDefinitionPermissions.READ_TASK,
                                        ProcessDefinitionPermissions.RETRY_JOB))));
        List<String> ids = ids("fateOperators");
        startAgain();
        assertThat(ids("fateOperators")).as("nothing is written twice").isEqualTo(ids);

        AuthorizationService authorizations = engine.getAuthorizationService();
        Authorization more = authorizations.createNewAuthorization(Authorization.AUTH_TYPE_GRANT);
        more.setGroupId("fateOperators");
        more.setResource(Resources.USER);
        more.setResourceId("*");
        more.addPermission(Permissions.ALL);
        authorizations.saveAuthorization(more);
        Authorization changed =
                authorization("fateOperators", Resources.PROCESS_DEFINITION).orElseThrow();
        changed.addPermission(ProcessDefinitionPermissions.DELETE);
        authorizations.saveAuthorization(changed);
        startAgain();

        assertThat(grants("fateOperators")).isEqualTo(before);
    }

    private void startAgain() {
        plugins.stream()
                .filter(plugin -> plugin.getClass().getSimpleName().equals("RolesInTheEngine"))
                .forEach(plugin -> plugin.postProcessEngineBuild(engine));
    }

    private Optional<Authorization> authorization(String group, Resource resource) {
        return engine.getAuthorizationService().createAuthorizationQuery().groupIdIn(group).list().stream()
                .filter(one -> one.getResourceType() == resource.resourceType())
                .findFirst();
    }

    private List<String> ids(String group) {
        return engine.getAuthorizationService().createAuthorizationQuery().groupIdIn(group).list().stream()
                .map(Authorization::getId)
                .sorted()
                .toList();
    }

    /** By resource and id. */
    private Map<String, Set<Permission>> grants(String group) {
        Map<String, Set<Permission>> found = new TreeMap<>();
        for (Authorization one : engine.getAuthorizationService()
                .createAuthorizationQuery()
                .groupIdIn(group)
                .list()) {
            Permission[] all = one.getResourceType() == Resources.PROCESS_DEFINITION.resourceType()
                    ? ProcessDefinitionPermissions.values()
                    : Permissions.values();
            found.put(
                    one.getResourceType() + " " + one.getResourceId(),
                    Arrays.stream(one.getPermissions(all))
                            .filter(permission -> permission.getValue() != 0)
                            .collect(Collectors.toSet()));
        }
        return found;
    }
}
