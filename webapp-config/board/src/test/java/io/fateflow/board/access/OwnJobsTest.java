package io.fateflow.board.access;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.database.Json;
import io.fateflow.engine.tracking.TrackingStore;
import io.fateflow.webapp.Caller;
import io.fateflow.webapp.StubEngine;

import static org.assertj.core.api.Assertions.assertThat;

/** Whose jobs are own ones: whatever names a job, wherever it stands in a call. */
@RolesServer
class OwnJobsTest {

    private static final String OWN = RoleAccounts.jobOf("submitter");
    private static final String NEVER = "202601021530450000777";

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private Caller caller;

    @Autowired
    private StubEngine.Jobs jobs;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private TrackingStore rows;

    /** A conf of somebody's own that takes what another's job has left: by its model, components, cache, checkpoint or table. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'job_parameters':{'common':{'job_type':'predict','model_id':'m','model_version':'%s'}}}",
                "{'job_parameters':{'common':{'model_version':%s}}}",
                "{'job_parameters':{'common':{'inheritance_info':{'job_id':'%s','component_list':['a']}}}}",
                "{'component_parameters':{'common':{'cache_0':{'job_id':'%s','component_name':'i'}}}}",
                "{'component_parameters':{'role':{'guest':{'0':{'loader_0':{'model_version':'%s','step_index':1}}}}}}",
                "{'component_parameters':{'role':{'guest':{'0':{'reader_0':"
                        + "{'table':{'name':'t','namespace':'output_data_%s_a_0'}}}}}}}",
                "{'component_parameters':{'common':{'x':[['%s']]}}}",
                "{'component_parameters':{'%s':1}}"
            })
    void aJobTakesNothingOfAnothers(String conf) {
        int before = jobs.submitted.size();

        assertThat(submit(conf.formatted(RoleAccounts.ANOTHERS)))
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(403))
                .satisfies(answer -> assertThat(answer.body())
                        .contains("\"retcode\": 403", "FFB-5010", RoleAccounts.ANOTHERS, "submitter"));
        assertThat(jobs.submitted).hasSize(before);

        assertThat(submit(conf.formatted(OWN)).statusCode()).isEqualTo(200);
        assertThat(jobs.submitted).hasSize(before + 1);
    }

    @Test
    void aNumberThatIsNobodysJobIsANumber() {
        assertThat(submit("{'component_parameters':{'common':{'x':" + NEVER + "}}}")
                        .statusCode())
                .isEqualTo(200);
    }

    /** Such as one that came with an archive, whose version may be any text. */
    @Test
    void aModelThatNobodyHasTrainedHereIsNotOwn() {
        jdbc.update(
                "insert into pipeline_model (model_version, role, party_id, model_id, job_id, create_time, update_time)"
                        + " values ('v1', 'guest', '9999', 'm', '202601021530450000666', 0, 0)");
        String conf = "{'job_parameters':{'common':{'job_type':'predict','model_id':'m','model_version':'v1'}}}";

        assertThat(submit(conf).body()).contains("FFB-5010", "v1");
        assertThat(accounts.signed("platform", "POST", "/v1/job/submit", body(conf))
                        .statusCode())
                .as("who may predict with any model")
                .isEqualTo(200);
    }

    @Test
    void aVersionThatIsDeployedFromAnOwnModelIsOwn() {
        jdbc.update(
                "insert into pipeline_model (model_version, role, party_id, model_id, job_id, parent_version,"
                        + " create_time, update_time)"
                        + " values ('202601021530450000555', 'guest', '9999', 'm', ?, ?, 0, 0)",
                OWN,
                OWN);
        String conf = "{'job_parameters':{'common':{'model_id':'m','model_version':'202601021530450000555'}}}";

        assertThat(submit(conf).statusCode()).isEqualTo(200);
        assertThat(accounts.signed(
                                "platform",
                                "POST",
                                "/v1/model/deploy",
                                "{\"model_id\":\"m\",\"model_version\":" + "\"202601021530450000555\"}")
                        .body())
                .contains("FFB-5010");
    }

    /** What is typed is looked at as it will be read. */
    @Test
    void aDraftHidesNothingBehindEscapes() {
        String hidden = RoleAccounts.ANOTHERS.replace("2", "\\\\u0032");
        String draft = "{\"dsl\":\"{}\",\"conf\":\"{\\\"x\\\":\\\"" + hidden + "\\\"}\"}";

        assertThat(accounts.page("submitter", "POST", "/board/api/check", draft).body())
                .contains("FFB-5010", RoleAccounts.ANOTHERS);
        assertThat(accounts.page("submitter", "POST", "/board/api/check", "{\"dsl\":\"{\",\"conf\":\"none\"}")
                        .statusCode())
                .as("what is no JSON is for whoever checks it")
                .isEqualTo(200);
    }

    @Test
    void whatIsAllowedOnOwnJobsNamesOne() {
        for (String path : List.of("/v1/job/stop", "/v1/log/cat", "/v1/model/query", "/v1/job/log/download")) {
            assertThat(signed(path, "{}"))
                    .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(403))
                    .satisfies(answer -> assertThat(answer.body()).contains("FFB-5011"));
        }
        assertThat(signed("/v1/job/stop", "{\"job_id\":\"" + NEVER + "\"}").body())
                .as("what nobody has is nobody's own")
                .contains("FFB-5010");
    }

    /** Where a list names none, it has the account's own; who may read all jobs is shown all. */
    @Test
    void listsHaveOwnJobsOnly() {
        for (String job : List.of(OWN, RoleAccounts.ANOTHERS)) {
            task(job);
        }
        List<BiFunction<String, String, HttpResponse<String>>> lists = List.of(
                (account, body) -> accounts.signed(account, "POST", "/v1/job/query", "{\"role\":\"guest\"}"),
                (account, body) -> accounts.signed(account, "POST", "/v1/job/task/query", "{\"role\":\"guest\"}"),
                (account, body) -> accounts.signed(account, "POST", "/v1/job/list/job", body),
                (account, body) -> accounts.signed(account, "POST", "/v1/job/list/task", body),
                (account, body) -> accounts.page(account, "POST", "/board/v1/job/search", body),
                (account, body) -> accounts.page(account, "GET", "/board/api/jobs", ""));

        assertThat(lists).allSatisfy(list -> {
            assertThat(list.apply("submitter", "{}").body()).contains(OWN).doesNotContain(RoleAccounts.ANOTHERS);
            assertThat(list.apply("viewer", "{}").body()).contains(OWN, RoleAccounts.ANOTHERS);
        });
        assertThat(accounts.signed("submitter", "POST", "/v1/job/list/job", "{}")
                        .body())
                .as("others are not counted either")
                .containsPattern("\"count\": ?1\\D");
        assertThat(accounts.page("submitter", "GET", "/board/api/jobs", "").body())
                .contains("\"count\":1,");
    }

    /** Who waits sees for whose cores; what others do with them is theirs. */
    @Test
    void holdersOfCoresHaveNoNamesForThoseWhoMayNotReadTheirJobs() {
        jdbc.update("update job set name = 'a secret study' where job_id = ?", RoleAccounts.ANOTHERS);
        jdbc.update("update job set name = 'a study of mine' where job_id = ?", OWN);
        lease(OWN);
        lease(RoleAccounts.ANOTHERS);

        assertThat(accounts.page("submitter", "GET", "/board/api/resources", "").body())
                .contains(OWN, "a study of mine", RoleAccounts.ANOTHERS)
                .doesNotContain("a secret study");
        assertThat(accounts.page("viewer", "GET", "/board/api/resources", "").body())
                .contains("a secret study");
        jdbc.update("delete from resource_lease where lease_id like 'own-jobs-%'");
    }

    private void lease(String job) {
        jdbc.update("""
                insert into resource_lease (lease_id, kind, job_id, role, party_id, task_id, task_version, engine_type,
                    engine_name, cores, memory, slots, fencing_token, since_time)
                values (?, 'job', ?, 'guest', '9999', '', 0, 'computing', 'STANDALONE', 1, 0, 0, 1, 0)
                """, "own-jobs-" + job.substring(20), job);
    }

    private void task(String job) {
        jdbc.update("""
                insert into task (task_id, task_version, role, party_id, job_id, component_name, component_module,
                    initiator_role, initiator_party_id, federated_mode, federated_status_collect_type, status,
                    party_status, auto_retries, auto_retry_delay, run_on_this_party, engine_conf, kill_status,
                    error_report, is_deepspeed, create_time, update_time)
                values (?, 0, 'guest', '9999', ?, 'a', 'Reader', 'guest', '9999', 'SINGLE', 'PUSH', 'success',
                    'success', 0, 1, true, '{}', false, '', false, 0, 0)
                """, job + "_a", job);
    }

    @Test
    void anOwnJobDoesNotCoverAnothers() {
        String both = "{\"job_id\":\"" + RoleAccounts.ANOTHERS + "\",\"note\":\"" + OWN + "\"}";

        assertThat(signed("/v1/job/stop", both).body()).contains("FFB-5010");
        assertThat(signed("/v1/job/stop?job_id=" + OWN, "{\"job_id\":\"" + RoleAccounts.ANOTHERS + "\"}")
                        .body())
                .contains("FFB-5010");
        assertThat(jobs.stopped).noneMatch(stopped -> stopped.startsWith(RoleAccounts.ANOTHERS));
    }

    /** A call may name an own job, and ask for something else: a model by its role, a conf by its party, a table by its name. */
    @Test
    void anOwnJobThatNothingIsAskedOfDoesNotOpenWhatIsAskedFor() {
        jdbc.update(
                "insert into pipeline_model (model_version, role, party_id, model_id, job_id, create_time, update_time)"
                        + " values (?, 'guest', '9999', 'secret-model', ?, 0, 0)",
                RoleAccounts.ANOTHERS,
                RoleAccounts.ANOTHERS);
        jdbc.update("insert into tag (tag_name, description, create_time, update_time) values ('all', '', 0, 0)");
        jdbc.update(
                "insert into tagged_model (model_version, tag_name, create_time) values (?, 'all', 0)",
                RoleAccounts.ANOTHERS);
        rows.bound("n", "uploaded", "STANDALONE", Json.object(), Json.object().put("head", 1), "");
        String with = ",\"x\":\"" + OWN + "\"}";

        for (String path : List.of("/v1/job/config", "/v1/tracking/job/data_view", "/v1/job/data/view/query")) {
            assertThat(signed(path, "{\"role\":\"guest\"" + with).body())
                    .as(path)
                    .doesNotContain(RoleAccounts.ANOTHERS);
        }
        assertThat(signed("/v1/model/query", "{\"role\":\"guest\"" + with).body())
                .doesNotContain(RoleAccounts.ANOTHERS, "secret-model");
        assertThat(signed("/v1/model/tag/retrieve", "{\"tag_name\":\"all\",\"with_model\":true" + with)
                        .body())
                .doesNotContain(RoleAccounts.ANOTHERS, "secret-model");
        assertThat(accounts.signed("viewer", "POST", "/v1/model/query", "{\"role\":\"guest\"}")
                        .body())
                .contains("secret-model");
        assertThat(signed("/v1/table/preview", "{\"namespace\":\"n\",\"name\":\"uploaded\"" + with)
                        .body())
                .contains("FFB-5315");
        jdbc.update("delete from pipeline_model where model_id = 'secret-model'");
        jdbc.update("delete from tagged_model where tag_name = 'all'");
        jdbc.update("delete from tag where tag_name = 'all'");
    }

    /** Its fields are read later, by somebody else. */
    @Test
    void aFormIsNotBelieved() {
        HttpResponse<String> answer = caller.send(accounts.session("submitter", "/board/v1/job/stop?job_id=" + OWN)
                .setHeader("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofString("--b\r\nContent-Disposition: form-data; name=\"job_id\"\r\n\r\n"
                        + RoleAccounts.ANOTHERS + "\r\n--b--\r\n")));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("FFB-5011");
    }

    /** However a path is written, what is done is what was allowed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/job/%73top",
                "/v1/job/stop/",
                "/v1/job/stop//",
                "/v1//job/stop",
                "/v1/job/stop;x=y",
                "/v1/job;x=y/stop",
                "/v1/x/../job/stop",
                "/v1/version/get/../../job/stop",
                "/V1/job/stop",
                "/v1/job/stop?x=/v1/version/get",
                "/v1/%6aob/st%6fp/"
            })
    void aViewerStopsNothingByAnyPath(String path) {
        String target = caller.request(path).GET().build().uri().toString().replaceFirst("http://[^/]+", "");
        HttpResponse<String> answer = accounts.basic(
                "viewer", "POST", target, "{\"job_id\":\"" + StubEngine.JOB + "\",\"stop_status\":\"failed\"}");

        assertThat(answer.body()).doesNotContain("\"retcode\": 0", "\"retcode\":0");
        assertThat(jobs.stopped).doesNotContain(StubEngine.JOB + " failed");
    }

    @Test
    void whatIsRefusedIsWrittenDownWithWhoAskedAndWhy() {
        signed("/v1/job/stop", "{\"job_id\":\"" + RoleAccounts.ANOTHERS + "\"}");
        accounts.signed("viewer", "POST", "/v1/job/stop", "{\"job_id\":\"" + OWN + "\"}");

        String told = accounts.signed("auditor", "GET", "/v1/audit", "").body();

        assertThat(Stream.of(told.split("\n")).filter(line -> line.contains("\"access\"")))
                .anyMatch(line -> line.contains("\"submitter\"") && line.contains("FFB-5010"))
                .anyMatch(line -> line.contains("\"viewer\"") && line.contains("FFB-5008 may not job_control"));
    }

    private HttpResponse<String> signed(String path, String body) {
        return accounts.signed("submitter", "POST", path, body);
    }

    private HttpResponse<String> submit(String conf) {
        return signed("/v1/job/submit", body(conf));
    }

    private static String body(String conf) {
        return ("{'job_dsl':{'components':{'a':{'module':'Reader'}}},'job_runtime_conf':" + conf + "}")
                .replace('\'', '"');
    }
}
