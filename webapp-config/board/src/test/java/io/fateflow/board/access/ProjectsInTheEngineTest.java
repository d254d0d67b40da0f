package io.fateflow.board.access;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.AuthorizationException;
import org.camunda.bpm.engine.AuthorizationService;
import org.camunda.bpm.engine.HistoryService;
import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.RepositoryService;
import org.camunda.bpm.engine.RuntimeService;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.identity.Group;
import org.camunda.bpm.engine.runtime.Job;
import org.camunda.bpm.engine.runtime.ProcessInstance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

import io.fateflow.webapp.Caller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Processes, history and tasks of all projects are in one engine, by definitions that all jobs of a shape share, so that its grants can't
 * tell projects apart: an account that has roles in projects only gets nothing of it, by no way, not of its own project either.
 */
@RolesServer
class ProjectsInTheEngineTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private RuntimeService runtime;

    @Autowired
    private HistoryService history;

    @Autowired
    private TaskService tasks;

    @Autowired
    private ManagementService management;

    @Autowired
    private RepositoryService repository;

    @Autowired
    private IdentityService identities;

    @Autowired
    private AuthorizationService authorizations;

    private final List<ProcessInstance> jobs = new ArrayList<>();

    /** Of the account's project, and of another one. */
    @BeforeEach
    void startJobs() throws IOException {
        for (String project : List.of("credit", "fraud")) {
            ObjectNode conf = toy("conf");
            conf.withObject("/job_parameters/common").put("project", project);
            ObjectNode body = JSON.createObjectNode();
            variable(body, "dsl", toy("dsl"));
            variable(body, "runtimeConf", conf);
            HttpResponse<String> answer = accounts.basic(
                    "platform", "POST", engineRest("/process-definition/key/fate-job/start"), body.toString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            String id = JSON.readTree(answer.body()).path("id").asText();
            jobs.add(runtime.createProcessInstanceQuery().processInstanceId(id).singleResult());
        }
    }

    @AfterEach
    void endJobs() {
        identities.clearAuthentication();
        jobs.forEach(job -> runtime.deleteProcessInstance(job.getId(), "of a test"));
    }

    private static ObjectNode toy(String which) throws IOException {
        try (InputStream file =
                Caller.class.getResourceAsStream("/io/fateflow/webapp/template/toy/toy_" + which + ".json")) {
            return (ObjectNode) JSON.readTree(file);
        }
    }

    private static void variable(ObjectNode body, String name, ObjectNode value) {
        body.withObject("/variables/" + name).put("type", "Json").put("value", value.toString());
    }

    private String engineRest(String path) {
        return "/engine-rest/engine/" + accounts.engineName() + path;
    }

    /** By id, by count, by list, by what has ended, in batches, by messages, by what was deployed; by engine REST and in Cockpit's session. */
    @ParameterizedTest
    @ValueSource(strings = {"creditviewer", "creditsubmitter", "creditoperator", "creditowner", "two"})
    void aStrangerGetsNothingOfTheEngine(String account) {
        assertThat(jobs).hasSize(2).doesNotContainNull();
        List<String> told = new ArrayList<>();
        for (ProcessInstance job : jobs) {
            tries(job).forEach(line -> {
                String[] words = line.split(" ", 3);
                String body = words.length < 3 ? "" : words[2];
                look(told, line, accounts.basic(account, words[0], engineRest(words[1]), body));
                String page = "/camunda/api/engine/engine/" + accounts.engineName() + words[1];
                look(told, page, accounts.page(account, words[0], page, body));
            });
            for (String path : List.of(
                    "cockpit/plugin/base/%s/process-definition/statistics",
                    "cockpit/plugin/base/%s/process-instance",
                    "cockpit/plugin/base/%s/process-instance/count",
                    "cockpit/plugin/base/%s/incident",
                    "cockpit/plugin/fate/%s/jobs",
                    "cockpit/plugin/fate/%s/jobs/" + job.getBusinessKey(),
                    "tasklist/plugin/base/%s/tasks",
                    "admin/plugin/base/%s/metrics")) {
                String page = "/camunda/api/" + path.formatted(accounts.engineName());
                look(told, page, accounts.page(account, "GET", page, ""));
            }
        }
        assertThat(told).isEmpty();
        assertThat(jobs)
                .allMatch(job -> runtime.createProcessInstanceQuery()
                                .processInstanceId(job.getId())
                                .active()
                                .count()
                        == 1);
    }

    private static void look(List<String> told, String call, HttpResponse<String> answer) {
        if (answer.statusCode() != 403 || !answer.body().contains("FFB-5008")) {
            told.add(call + " -> " + answer.statusCode() + " " + answer.body());
        }
    }

    /** Method, path, body. */
    private Stream<String> tries(ProcessInstance job) {
        String id = job.getId();
        String of = "?processInstanceId=" + id;
        String deployment = repository
                .createProcessDefinitionQuery()
                .processDefinitionId(job.getProcessDefinitionId())
                .singleResult()
                .getDeploymentId();
        Stream<String> byId = Stream.of(
                "GET /process-instance/" + id,
                "GET /process-instance/" + id + "/variables",
                "GET /process-instance/" + id + "/activity-instances",
                "GET /process-instance/" + id + "/comment",
                "GET /execution/" + id + "/localVariables",
                "GET /history/process-instance/" + id,
                "GET /history/process-instance/" + id + "/comment",
                "GET /process-definition/" + job.getProcessDefinitionId() + "/xml",
                "GET /process-definition/" + job.getProcessDefinitionId() + "/statistics",
                "GET /deployment/" + deployment,
                "GET /deployment/" + deployment + "/resources");
        Stream<String> lists = Stream.of(
                        "/process-instance",
                        "/execution",
                        "/variable-instance",
                        "/incident",
                        "/job",
                        "/external-task",
                        "/event-subscription",
                        "/task",
                        "/history/process-instance",
                        "/history/activity-instance",
                        "/history/variable-instance",
                        "/history/detail",
                        "/history/incident",
                        "/history/job-log",
                        "/history/task",
                        "/history/external-task-log",
                        "/history/user-operation",
                        "/history/identity-link-log",
                        "/history/decision-instance",
                        "/batch",
                        "/history/batch",
                        "/deployment",
                        "/process-definition",
                        "/decision-definition")
                .flatMap(path -> Stream.of(
                        "GET " + path + of,
                        "GET " + path + "/count" + of,
                        "POST " + path + " {\"processInstanceId\":\"" + id + "\"}",
                        "POST " + path + "/count {\"processInstanceBusinessKey\":\"" + job.getBusinessKey() + "\"}"));
        Stream<String> figures = Stream.of(
                "GET /process-definition/statistics?incidents=true",
                "GET /deployment/statistics",
                "GET /batch/statistics",
                "GET /history/process-definition/" + job.getProcessDefinitionId() + "/statistics",
                "GET /history/process-instance/report?reportType=duration&periodUnit=month",
                "GET /history/cleanable-process-instance-report",
                "GET /metrics/root-process-instance-start/sum",
                "GET /authorization",
                "GET /group",
                "GET /user");
        Stream<String> changes = Stream.of(
                "POST /message {\"messageName\":\"stop job\",\"businessKey\":\"" + job.getBusinessKey()
                        + "\",\"all\":true}",
                "POST /signal {\"name\":\"any\"}",
                "POST /process-definition/key/fate-job/start {}",
                "POST /process-instance/delete {\"processInstanceIds\":[\"" + id + "\"],\"deleteReason\":\"mine\"}",
                "POST /history/process-instance/delete {\"historicProcessInstanceIds\":[\"" + id + "\"]}",
                "POST /process-instance/suspended/async {\"processInstanceIds\":[\"" + id + "\"],\"suspended\":true}",
                "POST /process-instance/" + id + "/modification {\"instructions\":[]}",
                "PUT /process-instance/" + id + "/suspended {\"suspended\":true}",
                "PUT /process-instance/" + id + "/variables/mine {\"value\":1}",
                "PUT /history/process-instance/" + id + "/variable-instances {}",
                "POST /job/retries {\"retries\":1,\"jobQuery\":{\"processInstanceId\":\"" + id + "\"}}",
                "POST /external-task/fetchAndLock {\"workerId\":\"me\",\"maxTasks\":1,\"topics\":[{\"topicName\":\"executor\","
                        + "\"lockDuration\":1000}]}",
                "POST /migration/generate {\"sourceProcessDefinitionId\":\"" + job.getProcessDefinitionId()
                        + "\",\"targetProcessDefinitionId\":\"" + job.getProcessDefinitionId() + "\"}",
                "DELETE /process-instance/" + id,
                "DELETE /history/process-instance/" + id,
                "DELETE /deployment/" + deployment + "?cascade=true");
        return Stream.of(byId, lists, figures, changes).flatMap(one -> one);
    }

    /** Were the gate in front of it open, the engine would say no more. */
    @Test
    void theEngineItselfHasGrantedNothingToGroupsOfProjects() {
        Job wait = management.createJobQuery().processInstanceId(jobs.get(0).getId()).list().stream()
                .findFirst()
                .orElseThrow();
        for (String account : List.of("creditviewer", "creditoperator", "two")) {
            List<String> groups = identities.createGroupQuery().groupMember(account).list().stream()
                    .map(Group::getId)
                    .toList();
            assertThat(groups).isNotEmpty();
            assertThat(authorizations
                            .createAuthorizationQuery()
                            .groupIdIn(groups.toArray(String[]::new))
                            .count())
                    .isZero();
            identities.setAuthentication(account, groups);

            assertThat(runtime.createProcessInstanceQuery().count()).isZero();
            assertThat(runtime.createExecutionQuery().count()).isZero();
            assertThat(runtime.createVariableInstanceQuery().count()).isZero();
            assertThat(runtime.createIncidentQuery().count()).isZero();
            assertThat(tasks.createTaskQuery().count()).isZero();
            assertThat(history.createHistoricProcessInstanceQuery().count()).isZero();
            assertThat(history.createHistoricActivityInstanceQuery().count()).isZero();
            assertThat(history.createHistoricVariableInstanceQuery().count()).isZero();
            assertThat(management.createBatchQuery().count()).isZero();
            assertThat(management
                            .createJobQuery()
                            .processDefinitionKey("fate-job")
                            .count())
                    .isZero();
            assertThat(management.createProcessDefinitionStatisticsQuery().count())
                    .isZero();
            assertThat(repository.createProcessDefinitionQuery().count()).isZero();
            assertThat(repository.createDeploymentQuery().count()).isZero();
            assertThatThrownBy(() -> management.setJobRetries(wait.getId(), 1))
                    .isInstanceOf(AuthorizationException.class);
            assertThatThrownBy(() -> runtime.deleteProcessInstance(jobs.get(0).getId(), "mine"))
                    .isInstanceOf(AuthorizationException.class);
            assertThatThrownBy(() -> runtime.createMessageCorrelation("stop job")
                            .processInstanceBusinessKey(jobs.get(0).getBusinessKey())
                            .correlate())
                    .isInstanceOf(AuthorizationException.class);
            identities.clearAuthentication();
        }
    }
}
