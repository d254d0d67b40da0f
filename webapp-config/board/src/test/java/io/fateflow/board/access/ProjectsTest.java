package io.fateflow.board.access;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.board.access.RoleCalls.Said;
import io.fateflow.database.Json;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.StubEngine;

import static io.fateflow.board.access.RoleAccounts.CREDIT;
import static io.fateflow.board.access.RoleAccounts.CREDIT_OWN;
import static io.fateflow.board.access.RoleAccounts.FRAUD;
import static org.assertj.core.api.Assertions.assertThat;

/** What accounts may that have roles in a project only: the project's jobs and tables, by each way, and nobody else's. */
@RolesServer
class ProjectsTest {

    /** By hand: {@code +} on the whole site, {@code p} on all of the project, {@code o} on own jobs in it, {@code -} no. */
    private static final String TABLE = """
            site_read      + + + +
            job_read       p o p p
            result_read    p o - -
            log_read       p o p -
            job_submit     - o - -
            job_control    - o p -
            queue_manage   - - - -
            node_manage    - - - -
            repair         - - - -
            table_read     + + + +
            table_write    - - - t
            data_read      - o - p
            data_export    - - - -
            model_read     p o - p
            model_deploy   - o - -
            model_manage   - o - p
            consent_read   - - - -
            consent_decide - - - -
            audit_read     - - - -
            monitor        - - - -
            configure      - - - -
            work           - - - -
            engine_read    - - - -
            engine_retry   - - - -
            process_start  - - - -
            accounts       - - - -
            """;

    private static final List<String> ACCOUNTS =
            List.of("creditviewer", "creditsubmitter", "creditoperator", "creditowner");

    /** In order of what it is: own and of the project, of the project, of another one, of none. */
    private static final List<String> JOBS = List.of(CREDIT_OWN, CREDIT, FRAUD, RoleAccounts.ANOTHERS);

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private RoleCalls calls;

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private TrackingStore rows;

    @BeforeEach
    void tables() {
        table("loans", "credit");
        table("cases", "fraud");
        table("open", "");
    }

    private void table(String name, String project) {
        rows.bound("bank", name, "STANDALONE", Json.object(), Json.object().put("head", 1), project);
    }

    static Stream<Arguments> cells() {
        return TABLE.lines().flatMap(line -> {
            String[] words = line.split(" +", -1);
            return Stream.of(0, 1, 2, 3)
                    .map(account -> Arguments.of(words[0], ACCOUNTS.get(account), words[account + 1].charAt(0)));
        });
    }

    @ParameterizedTest(name = "{0} by {1}: {2}")
    @MethodSource("cells")
    void anAccountMayInItsProjectWhatItsRoleMay(String action, String account, char may) throws IOException {
        for (int job = 0; job < JOBS.size(); job++) {
            List<Said> said = calls.of(action, account, JOBS.get(job));
            boolean isAllowed = may == '+' || (may == 'p' && job < 2) || (may == 'o' && job == 0);
            String refusal = may == '-' ? "FFB-5008" : may == 't' ? "FFB-5011" : "FFB-5010";
            if (may == 't') {
                // tables are not named by jobs; these calls name none that there is, but for the upload, which says
                // what is missing
                said = said.stream()
                        .filter(one -> one.call().contains("table/delete"))
                        .toList();
            }
            assertThat(said).isNotEmpty().allSatisfy(one -> {
                if (isAllowed) {
                    assertThat(one.status()).as(one.toString()).isNotIn(401, 403);
                } else {
                    assertThat(one.status()).as(one.toString()).isEqualTo(403);
                    assertThat(one.body()).contains(refusal);
                }
            });
        }
    }

    @Test
    void listsHaveTheJobsOfTheProjectOnly() {
        List<BiFunction<String, String, HttpResponse<String>>> lists = List.of(
                (account, body) -> accounts.signed(account, "POST", "/v1/job/query", "{\"role\":\"guest\"}"),
                (account, body) -> accounts.signed(account, "POST", "/v1/job/list/job", body),
                (account, body) -> accounts.page(account, "POST", "/board/v1/job/search", body),
                (account, body) -> accounts.page(account, "GET", "/board/api/jobs", ""));

        assertThat(lists).allSatisfy(list -> {
            assertThat(list.apply("creditviewer", "{}").body())
                    .contains(CREDIT_OWN, CREDIT)
                    .doesNotContain(FRAUD, RoleAccounts.ANOTHERS);
            assertThat(list.apply("creditsubmitter", "{}").body())
                    .contains(CREDIT_OWN)
                    .doesNotContain(CREDIT + '"', FRAUD, RoleAccounts.ANOTHERS);
            assertThat(list.apply("viewer", "{}").body()).contains(CREDIT_OWN, CREDIT, FRAUD, RoleAccounts.ANOTHERS);
        });
        assertThat(accounts.page("creditviewer", "GET", "/board/api/jobs", "").body())
                .as("others are not counted, and their projects not named")
                .contains("\"count\":2,", "\"projects\":[\"credit\"]", "\"project\":\"credit\"");
        assertThat(accounts.page("viewer", "GET", "/board/api/jobs?project=fraud", "")
                        .body())
                .contains(FRAUD, "\"projects\":[\"credit\",\"fraud\"]")
                .doesNotContain(CREDIT, CREDIT_OWN, RoleAccounts.ANOTHERS);
    }

    @Test
    void aFilterByAProjectShowsNobodyMore() {
        assertThat(accounts.page("creditviewer", "GET", "/board/api/jobs?project=fraud", "")
                        .body())
                .contains("\"count\":0,")
                .doesNotContain(FRAUD);
    }

    @Test
    void aJobIsOfTheOnlyProjectOfWhoSubmitsIt() {
        assertThat(submit("creditsubmitter", "{}").statusCode()).isEqualTo(200);

        assertThat(lastProject()).contains("credit");
    }

    @Test
    void whoMaySubmitInSeveralProjectsNamesOne() {
        assertThat(submit("two", "{}")).satisfies(refused("FFB-5313", "credit, fraud"));
        assertThat(submit("two", common("'project':'fraud'")).statusCode()).isEqualTo(200);
        assertThat(lastProject()).contains("fraud");
    }

    @Test
    void whoMaySubmitEverywhereNamesAnyOrNone() {
        assertThat(submit("submitter", "{}").statusCode()).isEqualTo(200);
        assertThat(lastProject()).isEmpty();
        assertThat(submit("submitter", common("'project':'credit'")).statusCode())
                .isEqualTo(200);
        assertThat(lastProject()).contains("credit");
    }

    @Test
    void nobodySubmitsIntoAProjectThatIsNotHis() {
        int before = jobs.submitted.size();

        assertThat(submit("creditsubmitter", common("'project':'fraud'"))).satisfies(refused("FFB-5312", "fraud"));
        assertThat(submit("creditsubmitter", "{'job_parameters':{'project':'fraud'}}"))
                .as("a conf of version 1")
                .satisfies(refused("FFB-5312"));
        assertThat(submit("creditsubmitter", common("'project':['credit']"))).satisfies(refused("FFB-5309"));
        assertThat(submit("submitter", common("'project':'none'"))).satisfies(refused("FFB-5309"));
        assertThat(submit("creditviewer", common("'project':'credit'"))).satisfies(refused("FFB-5008"));
        assertThat(jobs.submitted).hasSize(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Upload", "upload", "Writer", "DOWNLOAD"})
    void aProjectsJobDoesNothingToFilesAndDatabasesOfTheSite(String module) {
        String body = body("{}").replace("Reader", module);

        assertThat(accounts.signed("creditsubmitter", "POST", "/v1/job/submit", body))
                .satisfies(refused("FFB-5314"));
        assertThat(accounts.signed("submitter", "POST", "/v1/job/submit", body).statusCode())
                .as("as at a site without projects")
                .isEqualTo(200);
    }

    @Test
    void parametersOfAnUploadAreNotChangedInAProject() {
        String dsl = "{\"components\":{\"upload_0\":{\"module\":\"Upload\"}}}";
        jdbc.update("update job_body set dsl = ? where job_id = ?", dsl, CREDIT);

        assertThat(accounts.signed(
                        "creditoperator", "POST", "/v1/job/parameter/update", "{\"job_id\":\"" + CREDIT + "\"}"))
                .satisfies(refused("FFB-5314"));
        jdbc.update("update job_body set dsl = '{}' where job_id = ?", CREDIT);
    }

    @Test
    void tablesOfTheProjectAreListedAndNoOthers() {
        for (String account : ACCOUNTS.subList(2, 4)) {
            assertThat(accounts.signed(account, "POST", "/v1/table/search", "{}")
                            .body())
                    .contains("loans")
                    .doesNotContain("cases", "open");
            assertThat(accounts.page(account, "GET", "/board/api/tables", "").body())
                    .contains("loans")
                    .doesNotContain("cases", "open");
        }
        assertThat(accounts.signed("dataowner", "POST", "/v1/table/search", "{}")
                        .body())
                .contains("loans", "cases", "open", "\"project\":\"credit\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cases", "open"})
    void nobodyDoesAnythingToATableThatIsNotOfHisProject(String name) {
        String table =
                "{\"namespace\":\"bank\",\"table_name\":\"" + name + "\",\"x\":\"" + CREDIT + "\",\"name\":\"loans\"}";
        for (String path : List.of(
                "/v1/table/table_info",
                "/v1/table/tracking/source",
                "/v1/table/tracking/job",
                "/v1/table/preview",
                "/v1/table/delete",
                "/v1/table/disable",
                "/v1/table/enable")) {
            assertThat(accounts.signed("creditowner", "POST", path, table))
                    .as(path)
                    .satisfies(refused("FFB-5315", "bank." + name));
        }
        assertThat(accounts.signed("creditowner", "GET", "/v1/table/download?namespace=bank&name=" + name, ""))
                .satisfies(refused("FFB-5315"));
        assertThat(accounts.signed(
                        "creditowner", "GET", "/v1/table/download?namespace=bank", "{\"name\":\"" + name + "\"}"))
                .as("half here and half there")
                .satisfies(refused("FFB-5315"));
        assertThat(jdbc.queryForObject(
                        "select count(*) from storage_table_meta where name = ? and disabled = false",
                        Integer.class,
                        name))
                .isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"namespace\":\"bank\"}",
                "{\"name\":\"cases\"}",
                "{\"table_name\":\"open\",\"namespace\":\"\"}"
            })
    void halfATableIsNone(String body) {
        assertThat(accounts.signed("creditowner", "POST", "/v1/table/disable", body))
                .satisfies(refused("FFB-5011"));
        assertThat(accounts.signed("creditowner", "POST", "/v1/table/disable/delete", body))
                .satisfies(refused("FFB-5011"));
    }

    @Test
    void tablesOfTheProjectAreItsDataOwners() {
        String table = "{\"namespace\":\"bank\",\"table_name\":\"loans\"}";

        assertThat(accounts.signed("creditowner", "POST", "/v1/table/table_info", table)
                        .body())
                .contains("\"project\":\"credit\"", "\"exist\":1");
        assertThat(accounts.signed("creditowner", "POST", "/v1/table/disable", table)
                        .statusCode())
                .isEqualTo(200);
        assertThat(accounts.signed("creditowner", "POST", "/v1/table/delete", table)
                        .body())
                .contains("\"retcode\":0");
        assertThat(accounts.signed("creditviewer", "POST", "/v1/table/delete", table))
                .satisfies(refused("FFB-5008"));
        tables();
        assertThat(accounts.signed("creditsubmitter", "POST", "/v1/table/preview", table))
                .as("a project's submitters use its tables in jobs, and do not look at rows")
                .satisfies(refused("FFB-5315"));
    }

    @Test
    void anUploadIsOfTheProjectOfWhoMakesIt() {
        assertThat(upload("creditowner", "fresh", "").statusCode()).isEqualTo(200);
        assertThat(lastProject()).contains("credit");
        assertThat(upload("creditowner", "loans", "").statusCode()).isEqualTo(200);
        assertThat(upload("creditowner", "cases", "")).satisfies(refused("FFB-5315"));
        assertThat(upload("creditowner", "fresh", "fraud")).satisfies(refused("FFB-5312"));
        assertThat(upload("dataowner", "fresh", "fraud").statusCode()).isEqualTo(200);
        assertThat(lastProject()).contains("fraud");
        assertThat(upload("dataowner", "fresh", "").statusCode()).isEqualTo(200);
        assertThat(lastProject()).isEmpty();
    }

    @Test
    void filesOfTheServerAndDatabasesAreTheSites() {
        String upload =
                "{\"file\":\"/etc/hostname\",\"head\":1,\"partition\":1,\"namespace\":\"bank\",\"table_name\":\"fresh\"}";
        String bind =
                "{\"engine\":\"PATH\",\"address\":{\"path\":\"/etc/hostname\"},\"namespace\":\"bank\",\"name\":\"loans\",\"drop\":1}";

        assertThat(accounts.signed("creditowner", "POST", "/v1/data/upload", upload))
                .satisfies(refused("FFB-5314"));
        assertThat(accounts.page("creditowner", "POST", "/board/v1/data/upload", upload))
                .satisfies(refused("FFB-5314"));
        assertThat(accounts.signed("creditowner", "POST", "/v1/table/bind", bind))
                .satisfies(refused("FFB-5314"));
        assertThat(accounts.signed("creditowner", "POST", "/v1/table/add", bind))
                .satisfies(refused("FFB-5314"));
    }

    @Test
    void theWayToAJobsProcessIsClosed() {
        for (String account : ACCOUNTS) {
            assertThat(accounts.page(account, "GET", "/job/" + CREDIT + "/process", "")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void anAdministratorGivesRolesInProjects() {
        String members = "/engine-rest/engine/" + accounts.engineName() + "/group/%s/members/nobody";

        assertThat(accounts.basic("administrator", "PUT", members.formatted("fateViewers-fraud"), "{}")
                        .statusCode())
                .isEqualTo(204);
        assertThat(accounts.signed("nobody", "POST", "/v1/job/query", "{\"job_id\":\"" + FRAUD + "\"}")
                        .body())
                .contains(FRAUD);
        assertThat(accounts.signed("nobody", "POST", "/v1/job/query", "{\"job_id\":\"" + CREDIT + "\"}"))
                .satisfies(refused("FFB-5010", "fraud"));
        assertThat(accounts.basic("administrator", "DELETE", members.formatted("fateViewers-fraud"), "")
                        .statusCode())
                .isEqualTo(204);
        assertThat(accounts.signed("nobody", "POST", "/v1/job/query", "{\"job_id\":\"" + FRAUD + "\"}"))
                .satisfies(refused("FFB-5009"));
    }

    @Test
    void thePageOfCoresNamesNoJobsOfOtherProjects() {
        jdbc.update("update job set name = 'a study of fraud' where job_id = ?", FRAUD);
        jdbc.update("update job set name = 'a study of credit' where job_id = ?", CREDIT);
        for (String job : List.of(FRAUD, CREDIT)) {
            jdbc.update("""
                    insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version, engine_type,
                        engine_name, cores, memory, slots, fencing_token, since_time)
                    values (?, 'job', ?, 'guest', '9999', '', 0, 'computing', 'STANDALONE', 1, 0, 0, 1, 0)
                    """, "projects-" + job.substring(18), job);
        }

        assertThat(accounts.page("creditviewer", "GET", "/board/api/resources", "")
                        .body())
                .contains("a study of credit")
                .doesNotContain("a study of fraud");
        jdbc.update("delete from resource_lease where lease_id like 'projects-%'");
    }

    @Test
    void thePageKnowsTheProjectsOfWhoLooks() {
        assertThat(accounts.page("two", "GET", "/board/api/session", "").body())
                .contains("\"projects\":[\"credit\",\"fraud\"]", "SUBMIT");
        assertThat(accounts.page("viewer", "GET", "/board/api/session", "").body())
                .contains("\"projects\":[]");
    }

    private Optional<String> lastProject() {
        return jobs.submitted.get(jobs.submitted.size() - 1).project();
    }

    private HttpResponse<String> upload(String account, String name, String project) {
        List<String> fields =
                new ArrayList<>(List.of("namespace=bank", "table_name=" + name, "head=1", "partition=1", "drop=1"));
        if (!project.isEmpty()) {
            fields.add("project=" + project);
        }
        StringBuilder form = new StringBuilder();
        fields.forEach(field -> form.append("--b\r\nContent-Disposition: form-data; name=\"")
                .append(field.substring(0, field.indexOf('=')))
                .append("\"\r\n\r\n")
                .append(field.substring(field.indexOf('=') + 1))
                .append("\r\n"));
        form.append(
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.csv\"\r\n\r\nid,x\r\n1,2\r\n--b--\r\n");
        return caller.send(accounts.session(account, "/board/v1/data/upload")
                .setHeader("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofString(form.toString())));
    }

    private static Consumer<HttpResponse<String>> refused(String... words) {
        return answer -> {
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
            assertThat(answer.body()).contains(words);
        };
    }

    private static String common(String parameters) {
        return "{'job_parameters':{'common':{" + parameters + "}}}";
    }

    private HttpResponse<String> submit(String account, String conf) {
        return accounts.signed(account, "POST", "/v1/job/submit", body(conf));
    }

    private static String body(String conf) {
        return ("{'job_dsl':{'components':{'a':{'module':'Reader'}}},'job_runtime_conf':" + conf + "}")
                .replace('\'', '"');
    }
}
