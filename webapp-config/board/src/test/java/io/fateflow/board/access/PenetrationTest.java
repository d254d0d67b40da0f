package io.fateflow.board.access;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.webapp.Caller;
import io.fateflow.webapp.ServerTest;
import io.fateflow.webapp.StubEngine;

import static org.assertj.core.api.Assertions.assertThat;

/** What somebody with an account, of any role or none, tries against a server that goes by roles; docs/penetration.md has the whole list. */
@RolesServer
class PenetrationTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OWN = RoleAccounts.jobOf("submitter");
    private static final String MARK = "@MARK@";
    private static final String VERSION = "/v1/version/get";
    private static final String STOP = "{\"job_id\":\"" + RoleAccounts.ANOTHERS + "\"}";

    /** Each would leave a file, another's rows, or an error from further inside, if anything read it as more than a text. */
    private static final List<String> TEXTS = List.of(
            "${''.getClass().forName('java.lang.Runtime').getRuntime().exec('touch @MARK@')}",
            "#{''.getClass().forName('java.lang.Runtime').getRuntime().exec('touch @MARK@')}",
            "${execution.engineServices.runtimeService.createProcessInstanceQuery().count()}",
            "*{T(java.lang.Runtime).getRuntime().exec('touch @MARK@')}",
            "${jndi:ldap://127.0.0.1:1/x}",
            "x'; delete from job; --",
            "x' or '1'='1",
            "x\\\" or 1=1; --",
            "%' or job_id like '%",
            "../../../../../../../../etc/passwd",
            "..%2f..%2f..%2f..%2fetc%2fpasswd",
            "/etc/passwd\u0000.log",
            "$(touch @MARK@)",
            "`touch @MARK@`",
            "; touch @MARK@ ;",
            "x\r\nSet-Cookie: mine=1\r\n\r\n<script>",
            "<script>document.location='http://evil.example/'</script>",
            "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>",
            "{{7*7}}[[${7*7}]]");

    /** Calls with a text in each of their fields. */
    private static final Map<String, List<String>> CALLS = Map.ofEntries(
            Map.entry("job/query", List.of("job_id", "role", "party_id", "name", "status", "user")),
            Map.entry("job/list/job", List.of("job_id", "description", "order_by", "order")),
            Map.entry("job/task/query", List.of("job_id", "component_name", "status", "role")),
            Map.entry("job/stop", List.of("job_id")),
            Map.entry("job/config", List.of("job_id", "role")),
            Map.entry("job/log/path", List.of("job_id")),
            Map.entry("job/parameter/update", List.of("job_id")),
            Map.entry("job/data/view/query", List.of("job_id", "component_name")),
            Map.entry("tracking/component/metric/all", List.of("job_id", "component_name", "role", "party_id")),
            Map.entry("tracking/component/output/data", List.of("job_id", "component_name", "role", "party_id")),
            Map.entry("tracking/component/output/model", List.of("job_id", "component_name", "role", "party_id")),
            Map.entry("tracking/component/summary/download", List.of("job_id", "filename", "component_name", "role")),
            Map.entry("log/size", List.of("job_id", "log_type", "role", "party_id", "componentId", "instanceId")),
            Map.entry("log/cat", List.of("job_id", "log_type", "role", "party_id", "componentId", "begin")),
            Map.entry("table/table_info", List.of("name", "namespace")),
            Map.entry("table/list", List.of("job_id", "name", "namespace", "role")),
            Map.entry("table/delete", List.of("name", "namespace")),
            Map.entry("table/bind", List.of("name", "namespace", "engine", "id_delimiter", "file")),
            Map.entry("table/connector/create", List.of("connector_name", "engine", "address")),
            Map.entry("data/upload", List.of("name", "namespace", "file", "id_delimiter")),
            Map.entry("data/download", List.of("name", "namespace", "output_path", "delimiter")),
            Map.entry("data/writer", List.of("name", "namespace", "output_path", "address", "storage_engine")),
            Map.entry("model/query", List.of("model_id", "model_version", "role", "party_id")),
            Map.entry("model/deploy", List.of("model_id", "model_version")),
            Map.entry("model/export", List.of("model_id", "model_version", "role", "party_id")),
            Map.entry("model/tag/create", List.of("tag_name", "tag_desc")),
            Map.entry("job/submit", List.of("job_dsl", "job_runtime_conf", "job_id", "queue", "labels")));

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @Autowired
    private JdbcTemplate jdbc;

    @TempDir
    private Path place;

    @ParameterizedTest
    @ValueSource(strings = {"submitter", "operator", "dataowner", "viewer", "platform", "nobody"})
    void noTextOfAnyFieldIsMoreThanAText(String account) throws IOException {
        Path mark = place.resolve("mark");
        List<?> before = jdbc.queryForList("select job_id, status from job order by job_id");
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, List<String>> call : CALLS.entrySet()) {
            for (String text : TEXTS) {
                ObjectNode body = JSON.createObjectNode();
                for (String field : call.getValue()) {
                    body.put(field, text.replace(MARK, mark.toString()));
                }
                look(account, call.getKey(), body, wrong);
                // the job is one's own, and the other fields are looked at
                if (call.getValue().contains("job_id")) {
                    look(account, call.getKey(), body.put("job_id", OWN), wrong);
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(mark).doesNotExist();
        assertThat(jdbc.queryForList("select job_id, status from job order by job_id"))
                .isEqualTo(before);
    }

    private void look(String account, String call, ObjectNode body, List<String> wrong) throws IOException {
        HttpResponse<String> answer = accounts.signed(account, "POST", "/v1/" + call, JSON.writeValueAsString(body));
        boolean surprised = answer.statusCode() >= 500 || answer.body().contains("FFB-5900");
        boolean told = answer.body().contains("root:x:")
                || (answer.body().contains(RoleAccounts.ANOTHERS) && account.equals("submitter"))
                || answer.headers().map().keySet().stream().anyMatch("mine"::equals);
        if (surprised || told) {
            wrong.add(call + " " + body + " -> " + answer.statusCode() + " " + answer.body());
        }
    }

    /** A script, an expression, a class, and a form of another's: whoever is not the engine's administrator deploys nothing, and he not these. */
    @ParameterizedTest
    @MethodSource("accountsAndOwner")
    void nobodyDeploysWhatRuns(String account) {
        String process = "<definitions xmlns='http://www.omg.org/spec/BPMN/20100524/MODEL'"
                + " xmlns:camunda='http://camunda.org/schema/1.0/bpmn' targetNamespace='x'>"
                + "<process id='mine' isExecutable='true' camunda:historyTimeToLive='1'><startEvent id='s'/>"
                + "<sequenceFlow id='f' sourceRef='s' targetRef='t'/>"
                + "<serviceTask id='t' camunda:expression=\"${''.getClass()}\"/></process></definitions>";
        String body = "--b\r\nContent-Disposition: form-data; name=\"deployment-name\"\r\n\r\nmine\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"mine.bpmn\"; filename=\"mine.bpmn\"\r\n\r\n" + process
                + "\r\n--b--\r\n";
        String path = "/engine-rest/engine/" + accounts.engineName() + "/deployment/create";
        var request = account.equals("admin")
                ? caller.request(path, "admin", ServerTest.PASSWORD)
                : caller.request(path, account, RoleAccounts.PASSWORD);

        HttpResponse<String> answer = caller.send(request.header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofString(body)));

        assertThat(answer.statusCode()).as(answer.body()).isIn(400, 403, 500);
        assertThat(answer.body())
                .containsAnyOf("FFB-2010", "FFB-5008", "FFB-5009", "FFB-5011", "AuthorizationException");
        assertThat(jdbc.queryForObject("select count(*) from act_re_procdef where key_ = 'mine'", Integer.class))
                .isZero();
    }

    static Stream<String> accountsAndOwner() {
        return Stream.concat(RoleTableText.ACCOUNTS.stream(), Stream.of("admin"));
    }

    /** One that nobody has logged in to, and that the server has given to whoever plants it. */
    @Test
    void aSessionThatWasThereBeforeTheLogInIsNotTheOneAfterIt() {
        String planted =
                caller
                        .get("/camunda/app/welcome/" + accounts.engineName() + "/")
                        .headers()
                        .allValues("Set-Cookie")
                        .stream()
                        .filter(cookie -> cookie.startsWith("JSESSIONID="))
                        .findFirst()
                        .orElseThrow()
                        .split(";", 2)[0];

        HttpResponse<String> login = caller.send(caller.request("/board/api/login")
                .header("Content-Type", "application/json")
                .header("Cookie", planted)
                .POST(BodyPublishers.ofString("{\"user\":\"viewer\",\"password\":\"" + RoleAccounts.PASSWORD + "\"}")));

        assertThat(login.statusCode()).isEqualTo(200);
        assertThat(caller.send(caller.request("/board/api/session")
                                .header("Cookie", planted)
                                .GET())
                        .statusCode())
                .isEqualTo(401);
        assertThat(login.headers().firstValue("Set-Cookie").orElseThrow())
                .startsWith("JSESSIONID=")
                .doesNotStartWith(planted)
                .contains("HttpOnly", "SameSite=Lax");
    }

    @Test
    void aSessionIsOverWithItsLogOut() {
        HttpResponse<String> login = caller.send(caller.request("/board/api/login")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"user\":\"viewer\",\"password\":\"" + RoleAccounts.PASSWORD + "\"}")));
        String session = login.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
        assertThat(session(session).statusCode()).isEqualTo(200);

        caller.send(
                caller.request("/board/api/logout").header("Cookie", session).POST(BodyPublishers.noBody()));

        assertThat(session(session).statusCode()).isEqualTo(401);
    }

    private HttpResponse<String> session(String session) {
        return caller.send(
                caller.request("/board/api/session").header("Cookie", session).GET());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//evil.example/",
                "//evil.example/camunda",
                "/%5Cevil.example/",
                "/camunda//evil.example",
                "/camunda/app//evil.example/",
                "/camunda/app/cockpit//evil.example",
                "/camunda?redirect=https://evil.example",
                "/login?back=https://evil.example",
                "/login?back=//evil.example",
                "/job/evil.example",
                "/job/evil.example/process",
                "/job/https:%2F%2Fevil.example",
                "/job//evil.example/process",
                "/job/" + RoleAccounts.ANOTHERS + "/process?x=//evil.example",
                "/login/issuer?back=//evil.example"
            })
    void noAnswerLeadsABrowserElsewhere(String target) throws IOException {
        for (Map<String, String> headers : List.of(Map.<String, String>of(), inSession("operator"))) {
            String answer = caller.raw("GET " + target, "127.0.0.1:" + caller.port(), headers, "");

            assertThat(answer.lines()
                            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("location:")))
                    .noneMatch(line -> line.contains("evil.example"));
        }
    }

    private Map<String, String> inSession(String account) {
        return Map.of("Cookie", accounts.cookie(account), "Content-Type", "application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/camunda",
                "/job/" + RoleAccounts.ANOTHERS,
                "/v1/model/export?model_id=x%0d%0aMine:1&model_version=x&role=guest&party_id=1",
                "/v1/job/log/download?job_id=x%0d%0aMine:1",
                "/jobs/x%0d%0aMine:1",
                "/%0d%0aMine:1"
            })
    void noHeaderIsMadeOfTextOrOfWhatAProxyIsSaidToHaveSeen(String target) {
        HttpResponse<String> answer = caller.send(accounts.sign("operator", "GET", target, "")
                .header("X-Forwarded-Host", "evil.example")
                .header("X-Forwarded-Proto", "https")
                .header("Forwarded", "host=evil.example"));

        assertThat(answer.headers().map()).doesNotContainKey("mine");
        assertThat(answer.headers().firstValue("Location").orElse("")).doesNotContain("evil.example");
        assertThat(answer.statusCode()).isLessThan(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRACE", "TRACK", "CONNECT", "PROPFIND", "DEBUG"})
    void methodsThatNobodyServesAreNotServed(String method) throws IOException {
        for (Map<String, String> headers :
                List.of(Map.<String, String>of(), accounts.signature("viewer", VERSION, ""), inSession("viewer"))) {
            for (String target : List.of(VERSION, "/", "/engine-rest/engine", "/board/v1/version/get")) {
                String answer = caller.raw(method + " " + target, "127.0.0.1:" + caller.port(), headers, "");

                assertThat(answer)
                        .as(target)
                        .matches("(?s)HTTP/1.1 ((400|401|403|404|405|501) .*|200 .*405: Method Not Allowed.*)");
            }
        }
    }

    /** By a path in another form than the one that was let in. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/job/query/../stop",
                "/v1/job/query/%2e%2e/stop",
                "/v1/job/query/..;/stop",
                "/v1/job/stop;x=1",
                "/v1/job//stop",
                "/v1/./job/stop",
                "/V1/job/stop",
                "/v1/job/stop/",
                "/v1/job/stop%00",
                "/v1/job/query%3f/../stop"
            })
    void aViewerStopsNothingByAnotherSpellingOfThePath(String target) throws IOException {
        String host = "127.0.0.1:" + caller.port();
        List<String> stopped = List.copyOf(jobs.stopped);

        assertThat(caller.raw("POST " + target, host, "application/json", STOP)).doesNotStartWith("HTTP/1.1 200");
        String signed = caller.raw("POST " + target, host, accounts.signature("viewer", target, STOP), STOP);
        String onTheBoard = "/board" + target;
        String paged = caller.raw("POST " + onTheBoard, host, inSession("viewer"), STOP);

        assertThat(List.of(signed, paged)).noneMatch(answer -> answer.matches("(?s).*\"retcode\": ?0.*"));
        assertThat(jobs.stopped).isEqualTo(stopped);
    }

    @Test
    void aHeaderNamesNeitherAnotherPathNorAnotherMethod() {
        List<String> stopped = List.copyOf(jobs.stopped);

        HttpResponse<String> answer = caller.send(accounts.sign("viewer", "POST", "/v1/job/query", STOP)
                .header("X-HTTP-Method-Override", "DELETE")
                .header("X-Original-URL", "/v1/job/stop")
                .header("X-Rewrite-URL", "/v1/job/stop"));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .as("what the call that was let in answers")
                .contains("\"f_job_id\":\"" + RoleAccounts.ANOTHERS + "\"", "\"retcode\":0");
        assertThat(jobs.stopped).isEqualTo(stopped);
    }

    @Test
    void noFileOfTheServerIsAPage() {
        for (String target : List.of(
                "/application.yaml",
                "/WEB-INF/web.xml",
                "/META-INF/MANIFEST.MF",
                "/../application.yaml",
                "/static/..%2fapplication.yaml",
                "/io/fateflow/board/web/../../../../application.yaml",
                "/actuator/env",
                "/actuator/heapdump",
                "/actuator/configprops",
                "/h2-console",
                "/swagger-ui/index.html")) {
            for (String account : List.of("nobody", "viewer", "administrator")) {
                HttpResponse<byte[]> answer = caller.send(
                        accounts.session(account, target.replace("/../", "/%2e%2e/"))
                                .GET(),
                        BodyHandlers.ofByteArray());
                assertThat(answer.statusCode()).as(account + " " + target).isIn(400, 401, 403, 404);
            }
        }
    }
}
