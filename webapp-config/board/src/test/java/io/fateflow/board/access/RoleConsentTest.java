package io.fateflow.board.access;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.camunda.bpm.engine.IdentityService;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.identity.Group;
import org.camunda.bpm.engine.impl.cfg.ProcessEnginePlugin;
import org.camunda.bpm.engine.task.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentQuestion;
import io.fateflow.engine.consent.ConsentRequest;
import io.fateflow.engine.consent.PolicyAnswer;
import io.fateflow.engine.consent.PolicyDecision;
import io.fateflow.engine.consent.TableRead;
import io.fateflow.engine.executor.PassedObject;

import static org.assertj.core.api.Assertions.assertThat;

/** Who decides about consents, by each way there is, at a server that goes by roles. */
@RolesServer
class RoleConsentTest {

    private static final String JOB = "202601021530450000077";
    private static final String AT = "{\"job_id\":\"" + JOB + "\",\"role\":\"host\",\"party_id\":10000";

    @Autowired
    private RoleAccounts accounts;

    @Autowired
    private ProcessEngine engine;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private List<ProcessEnginePlugin> plugins;

    /** As when another site's job is created, and the policy asks. */
    private void ask(String approver) {
        PolicyAnswer answer = new PolicyAnswer(
                PolicyDecision.ASK,
                "why",
                approver,
                false,
                Duration.ofDays(1),
                Duration.ofDays(7),
                null,
                1,
                "rule 1",
                false);
        TableRead table = new TableRead("hospital", "heart", List.of("x0"), 569, new TreeSet<>(List.of("HeteroLR")));
        ConsentRequest request =
                new ConsentRequest(JOB, new Party("guest", 9999), new Party("host", 10000), table, "a study");
        engine.getRuntimeService()
                .startProcessInstanceByKey(
                        "fate-consent",
                        JOB + "|host|10000",
                        PassedObject.passing(new ConsentQuestion(request, answer)));
    }

    @AfterEach
    void nobodyIsAskedAnyMore() {
        // those that somebody has decided about end by themselves
        engine.getTaskService().createTaskQuery().processDefinitionKey("fate-consent").list().stream()
                .map(Task::getProcessInstanceId)
                .forEach(instance -> engine.getRuntimeService().deleteProcessInstance(instance, "over"));
        jdbc.update("delete from consent");
    }

    private Map<String, Object> consent() {
        return jdbc.queryForMap("select state, decided_by from consent where job_id = ?", JOB);
    }

    private String tasks(String account) {
        return accounts.page(account, "GET", "/camunda/api/engine/engine/" + engine.getName() + "/task", "")
                .body();
    }

    @Test
    void aDataOwnerDecidesByACallAndAnAuditorSeesIt() {
        ask("fateDataOwners");

        assertThat(accounts.signed("auditor", "POST", "/v1/consent/list", "{\"state\":\"asked\"}")
                        .body())
                .contains(JOB, "\"table_name\":\"heart\"", "\"purpose\":\"a study\"", "\"rows\":569");
        assertThat(accounts.signed("auditor", "POST", "/v1/consent/decide", AT + ",\"decision\":\"grant\"}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(accounts.signed("dataowner", "POST", "/v1/consent/decide", AT + ",\"decision\":\"perhaps\"}")
                        .body())
                .contains("\"retcode\":103", "FFB-5138");
        assertThat(accounts.signed(
                                "dataowner",
                                "POST",
                                "/v1/consent/decide",
                                AT + ",\"decision\":\"grant\",\"uses\":3,\"comment\":\"fine\"}")
                        .body())
                .contains("\"state\":\"granted\"", "\"uses_allowed\":3", "\"uses\":1", "\"decided_by\":\"dataowner\"");
        assertThat(accounts.signed("dataowner", "POST", "/v1/consent/withdraw", AT + "}")
                        .body())
                .contains("\"state\":\"withdrawn\"");
        assertThat(accounts.signed("dataowner", "POST", "/v1/consent/withdraw", AT + "}")
                        .body())
                .contains("FFB-5136");
        assertThat(accounts.signed("dataowner", "POST", "/v1/consent/list", "{\"state\":\"maybe\"}")
                        .body())
                .contains("FFB-5138 state is one of asked, granted");
    }

    @Test
    void aDataOwnerDecidesInTheTasklistAlsoBehindARestart() {
        ask("fateDataOwners");
        String id = engine.getTaskService().createTaskQuery().singleResult().getId();

        assertThat(tasks("dataowner")).contains(id, "Consent to job");
        plugins.stream()
                .filter(plugin -> plugin.getClass().getSimpleName().equals("RolesInTheEngine"))
                .forEach(plugin -> plugin.postProcessEngineBuild(engine));
        assertThat(tasks("dataowner")).as("a start writes the grants of roles").contains(id);

        String path = "/engine-rest/engine/" + engine.getName() + "/task/" + id + "/complete";
        String refusal = "{\"variables\":{\"decision\":{\"value\":\"refuse\"},\"comment\":{\"value\":\"no\"}}}";
        assertThat(accounts.basic("submitter", "POST", path, refusal).statusCode())
                .isEqualTo(403);
        assertThat(accounts.basic("viewer", "POST", path, refusal).statusCode()).isEqualTo(403);
        assertThat(accounts.basic("dataowner", "POST", path, "{\"variables\":{\"decision\":{\"value\":\"x\"}}}")
                        .body())
                .contains("FFB-5138");
        assertThat(accounts.basic("dataowner", "POST", path, refusal).statusCode())
                .isEqualTo(204);
        assertThat(consent()).containsEntry("state", "refused").containsEntry("decided_by", "dataowner");
    }

    @Test
    void onlyMembersOfTheGroupThatThePolicyNamesDecide() {
        IdentityService identities = engine.getIdentityService();
        ask("cardiology");
        String grant = AT + ",\"decision\":\"grant\"}";

        assertThat(accounts.signed("dataowner", "POST", "/v1/consent/decide", grant)
                        .body())
                .contains("FFB-5145 only members of cardiology");
        assertThat(tasks("dataowner")).isEqualTo("[]");
        Group group = identities.newGroup("cardiology");
        identities.saveGroup(group);
        identities.createMembership("dataowner", "cardiology");
        try {
            assertThat(accounts.signed("dataowner", "POST", "/v1/consent/decide", grant)
                            .body())
                    .contains("\"state\":\"granted\"");
        } finally {
            identities.deleteGroup("cardiology");
        }
    }
}
