package io.fateflow.engine.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.task.Task;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentChoice;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.federation.wire.Answer;
import io.fateflow.operations.doctor.Finding;

import static io.fateflow.engine.contract.ForeignInitiator.JOB;
import static io.fateflow.engine.contract.ForeignInitiator.createBody;
import static io.fateflow.engine.contract.ForeignInitiator.ofTask;
import static io.fateflow.engine.contract.PolicyFixture.aPolicy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A host with a policy, and an initiator that makes FATE Flow's calls and knows nothing of consents, on any database. */
abstract class ForeignConsentContract extends ForeignContract {

    private static final Party HOST = new Party("host", 10000);
    private static final String READ =
            "\"reader_0\": {\"module\": \"Reader\", \"output\": {\"data\": [\"data\"]}}, " + "\"first_0\": {\"module\":"
                    + " \"DataTransform\", \"input\": {\"data\": {\"data\": [\"reader_0.data\"]}}, \"output\": {\"data\":"
                    + " [\"data\"]}}";

    private static final ConsentChoice GRANT = new ConsentChoice(true, "", null, null);

    /** FATE's body of a job in which the host reads a table. */
    private static String reading(String table) {
        return createBody(READ, "")
                .replace("\"component_parameters\": {\"common\": {}, \"role\": {}}", """
                "component_parameters": {"common": {}, "role": {
                  "guest": {"0": {"reader_0": {"table": {"namespace": "bank", "name": "g"}}}},
                  "host": {"0": {"reader_0": {"table": {"namespace": "hospital", "name": "%s"}}}}}}""".formatted(table));
    }

    static final String CREATE = reading("h");

    private void policy(String dmn) {
        PolicyFixture.deploy(site(), dmn);
    }

    private ConsentRow consent() {
        return site().consents().of(JOB).get(0);
    }

    private void decide(ConsentChoice choice) {
        site().consents()
                .decide(
                        JOB,
                        HOST,
                        choice,
                        Map.of("decision", choice.grants() ? "grant" : "refuse", "comment", choice.remark()),
                        group -> true);
    }

    private long waiting() {
        return site().engine()
                .getRuntimeService()
                .createProcessInstanceQuery()
                .processDefinitionKey("fate-consent")
                .count();
    }

    private void awaitNobodyWaits() {
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(waiting()).isZero());
    }

    @Test
    void withoutAPolicyNobodyIsAsked() {
        assertThat(job("create", CREATE).retcode()).isZero();

        assertThat(job("dependence/check").retcode()).isZero();
        assertThat(site().consents().of(JOB)).isEmpty();
        job("stop/canceled");
    }

    @Test
    void theCheckSaysNotYetUntilTheOwnerHasDecided() {
        policy(PolicyFixture.asking());
        assertThat(job("create", CREATE).retcode()).isZero();
        job("status/waiting");

        Answer notYet = job("dependence/check");

        assertThat(notYet.retcode()).as("FATE Flow asks again at this one").isEqualTo(106);
        assertThat(notYet.retmsg()).contains("FFB-5135 waits for the consent of host 10000", "(table hospital.h)");
        decide(GRANT);
        assertThat(job("dependence/check").retcode()).isZero();
        await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(initiator().questions())
                .as("the sign of life that wakes an initiator of ours")
                .isOne());
        awaitNobodyWaits();
        job("stop/canceled");
    }

    @Test
    void whoeverSkipsTheCheckGetsNothingEither() {
        policy(PolicyFixture.asking());
        job("create", CREATE);
        job("status/waiting");

        assertThat(job("resource/apply").retcode()).isEqualTo(106);
        assertThat(job("start").retcode()).isEqualTo(106);
        Answer task = call(ofTask("reader_0", 0, "start"), "{}");
        assertThat(task.retcode()).isEqualTo(Answer.OPERATING_ERROR);
        assertThat(task.retmsg()).contains("FFB-5144");
        assertThat(site().jdbc().queryForList("select * from resource_lease")).isEmpty();
        job("stop/canceled");
        awaitNobodyWaits();
    }

    /** The initiator, whose job has ended, runs it again: this part waits, its rerun is announced, and the job ends at once. */
    @ParameterizedTest
    @CsvSource({"status/waiting,update", "update,status/waiting"})
    void aConsentThatIsTakenBackWhileARerunIsAnnouncedLeavesTheEndToTheInitiator(String first, String last) {
        policy(PolicyFixture.asking());
        job("create", CREATE);
        job("status/waiting");
        decide(GRANT);
        job("status/failed");
        String rerun = "{\"rerun_signal\": false}";
        job(first, rerun);

        site().consents().withdraw(JOB, HOST, "the study is over", group -> true);
        job(last, rerun);
        job("status/failed");

        assertThat(jobStatus()).isEqualTo("failed");
        awaitNobodyWaits();
    }

    @Test
    void anOwnersNoIsAPlainRefusalThatEndsTheJobAtItsInitiator() {
        policy(PolicyFixture.asking());
        job("create", CREATE);
        job("status/waiting");

        decide(new ConsentChoice(false, "not these", null, null));

        Answer no = job("dependence/check");
        assertThat(no.retcode()).as("neither 0 nor 106").isEqualTo(103);
        assertThat(no.retmsg()).contains("FFB-5132", "hospital.h", "not these");
        assertThat(job("resource/apply").retcode()).isEqualTo(103);
        job("stop/failed");
        awaitNobodyWaits();
    }

    @Test
    void aPolicysNoRefusesTheJobAndLeavesItsTrail() {
        policy(PolicyFixture.refusing());

        Answer no = job("create", CREATE);
        Answer preflight = job("preflight", CREATE);
        Answer again = job("create", CREATE);

        for (Answer answer : List.of(no, preflight, again)) {
            assertThat(answer.retcode()).isEqualTo(103);
            assertThat(answer.retmsg())
                    .isEqualTo("FFB-5130 host 10000 refuses the job by its policy (version 1, rule 1, row_1):"
                            + " patients' data (table hospital.h)");
        }
        assertThat(site().jdbc().queryForList("select * from job")).isEmpty();
        assertThat(site().consents().of(JOB)).singleElement().satisfies(row -> {
            assertThat(row.state()).isEqualTo(ConsentState.REFUSED);
            assertThat(row.decidedBy()).isEqualTo("policy");
        });
        assertThat(site().engine()
                        .getHistoryService()
                        .createHistoricProcessInstanceQuery()
                        .processDefinitionKey("fate-consent")
                        .finished()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void whatBreaksInTheMidstOfACreateLeavesNothingAndTheNextOneAsksOnce() {
        policy(PolicyFixture.asking());
        site().jdbc().execute("alter table task_parameters rename to task_parameters_away");
        try {
            assertThatThrownBy(() -> job("create", CREATE)).isInstanceOf(RuntimeException.class);
        } finally {
            site().jdbc().execute("alter table task_parameters_away rename to task_parameters");
        }
        assertThat(site().consents().of(JOB)).isEmpty();
        assertThat(waiting()).isZero();

        assertThat(job("create", CREATE).retcode()).isZero();
        assertThat(job("create", CREATE).retcode()).isZero();

        assertThat(site().consents().of(JOB)).hasSize(1);
        assertThat(waiting()).isOne();
        job("stop/canceled");
        awaitNobodyWaits();
        assertThat(consent().state()).isEqualTo(ConsentState.CANCELED);
    }

    @Test
    void theTasklistDoesWhatTheCallDoes() {
        policy(aPolicy()
                .rule(Map.of(), "ask", "why")
                .with("approver", "\"heart-surgeons\"")
                .dmn());
        job("create", CREATE);
        TaskService tasks = site().engine().getTaskService();
        Task task = tasks.createTaskQuery().taskCandidateGroup("heart-surgeons").singleResult();
        assertThat(task.getName()).isEqualTo("Consent to job");
        assertThat(String.valueOf(tasks.getVariable(task.getId(), "what")))
                .contains("guest 9999 wants job " + JOB + " to read table hospital.h", "DataTransform");

        assertThatThrownBy(() -> tasks.complete(task.getId(), Map.of("decision", "perhaps")))
                .hasMessageContaining("FFB-5138");
        assertThatThrownBy(() -> tasks.complete(task.getId(), Map.of("decision", "grant", "until", "2001-01-01")))
                .hasMessageContaining("FFB-5138");
        assertThat(consent().state()).isEqualTo(ConsentState.ASKED);
        site().engine().getIdentityService().setAuthenticatedUserId("dora");
        try {
            tasks.complete(task.getId(), Map.of("decision", "grant", "comment", "fine"));
        } finally {
            site().engine().getIdentityService().clearAuthentication();
        }

        assertThat(consent().state()).isEqualTo(ConsentState.GRANTED);
        assertThat(consent().decidedBy()).isEqualTo("dora");
        assertThat(consent().remark()).isEqualTo("fine");
        job("stop/canceled");
        awaitNobodyWaits();
    }

    @Test
    void whatWasGrantedUntilATimeIsOverThen() {
        policy(PolicyFixture.asking());
        job("create", CREATE);
        job("status/waiting");
        site().consents()
                .decide(
                        JOB,
                        HOST,
                        GRANT,
                        Map.of("decision", "grant", "until", Instant.now().plus(Duration.ofHours(1)) + ""),
                        group -> true);
        assertThat(job("dependence/check").retcode()).isZero();

        forward(Duration.ofHours(2));

        Answer over = job("dependence/check");
        assertThat(over.retcode()).isEqualTo(103);
        assertThat(over.retmsg()).contains("FFB-5142", "hospital.h");
        job("stop/canceled");
        awaitNobodyWaits();
    }

    @Test
    void aServerThatWasNotThereWhenItWasAskedTakesTheDecision() {
        policy(PolicyFixture.asking());
        job("create", CREATE);
        job("status/waiting");
        TestSite other = site().another();
        try {
            other.consents().decide(JOB, HOST, GRANT, Map.of("decision", "grant"), group -> true);
        } finally {
            other.closeEngine();
        }

        assertThat(job("dependence/check").retcode()).isZero();
        job("stop/canceled");
        awaitNobodyWaits();
    }

    @Test
    void fourEyesAreTwoAccounts() {
        policy(aPolicy().rule(Map.of(), "ask", "why").with("four_eyes", "true").dmn());
        job("create", CREATE);

        assertThatThrownBy(() -> decide(GRANT)).hasMessageContaining("FFB-5137");
        try (var alice = site().as("alice")) {
            decide(GRANT);
            assertThat(consent().state()).isEqualTo(ConsentState.ASKED);
            assertThat(consent().firstBy()).isEqualTo("alice");
            assertThatThrownBy(() -> decide(GRANT)).hasMessageContaining("FFB-5137 two accounts");
        }
        assertThat(consent().state()).isEqualTo(ConsentState.ASKED);
        try (var bob = site().as("bob")) {
            decide(GRANT);
        }

        assertThat(consent().state()).isEqualTo(ConsentState.GRANTED);
        assertThat(consent().decidedBy()).isEqualTo("bob");
        job("stop/canceled");
        awaitNobodyWaits();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decision | \"perhaps\" | rule 1, row_1), and refuses the job: its decision is 'perhaps', and not allow, ask or refuse",
                "decision | rows + | its evaluation)",
                "reason | | rule 1, row_1), and refuses the job: it names no reason",
                "expire_after | \"soon\" | rule 1, row_1), and refuses the job: its expire_after is no duration as PT4H or P2D: 'soon'",
                "approver | \"a,b\" | rule 1, row_1), and refuses the job: its approver is no id of one group",
                "purpose | \"another\" | no rule), and refuses the job: none of its rules fits table hospital.h, component DataTransform"
            })
    void aPolicyThatCannotBeFollowedRefusesAndSaysWhereItIsWrong(String column, String cell, String why) {
        policy(aPolicy()
                .rule(Map.of(), "ask", "why")
                .with(column, cell == null ? "" : cell)
                .dmn());

        Answer no = job("create", CREATE);

        assertThat(no.retcode()).isEqualTo(103);
        assertThat(no.retmsg())
                .startsWith("FFB-5131 host 10000 can't follow its policy (version 1, ")
                .contains(why, "(table hospital.h)");
        assertThat(site().jdbc().queryForList("select * from job")).isEmpty();
    }

    @Test
    void theDoctorFindsAPolicyThatCannotBeFollowed() {
        policy(aPolicy()
                .rule(Map.of(), "ask", "why")
                .rule(Map.of(), "perhaps", "why")
                .dmn());

        assertThat(site().doctor().look()).extracting(Finding::toString).anySatisfy(finding -> assertThat(finding)
                .contains("POLICY_BROKEN", "version 1", "rule 2, row_2"));
    }

    @Test
    void aDecisionInAnotherLanguageThanFeelIsNotDeployed() {
        for (String language : List.of("juel", "javascript", "groovy")) {
            assertThatThrownBy(() -> policy(PolicyFixture.asking()
                            .replace("<outputEntry ", "<outputEntry expressionLanguage='" + language + "' ")))
                    .hasStackTraceContaining("FFB-5140");
        }
        assertThat(site().engine()
                        .getRepositoryService()
                        .createDecisionDefinitionQuery()
                        .count())
                .isZero();
    }

    @Test
    void otherParametersMayNotLeadToWhatNobodyWasAskedFor() {
        policy(PolicyFixture.asking());
        job("create", CREATE);
        job("status/waiting");
        String others = """
                {"component_parameters": {"common": {}, "role": {
                  "guest": {"0": {"reader_0": {"table": {"namespace": "bank", "name": "g"}}}},
                  "host": {"0": {"reader_0": {"table": {"namespace": "hospital", "name": "%s"}}}}}}}""";

        Answer other = job("parameter/update", others.formatted("others"));
        Answer same = job("parameter/update", others.formatted("h"));

        assertThat(other.retcode()).isEqualTo(103);
        assertThat(other.retmsg()).contains("FFB-5139", "hospital.h");
        assertThat(same.retcode()).isZero();
        job("stop/canceled");
        awaitNobodyWaits();
    }
}
