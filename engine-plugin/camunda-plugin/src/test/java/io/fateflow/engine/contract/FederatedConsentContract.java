package io.fateflow.engine.contract;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.TaskService;
import org.camunda.bpm.engine.runtime.Job;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.dsl.Party;
import io.fateflow.engine.consent.ConsentChoice;
import io.fateflow.engine.consent.ConsentRow;
import io.fateflow.engine.consent.ConsentState;
import io.fateflow.engine.consent.InvalidConsentException;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.PolicyFixture.aPolicy;
import static io.fateflow.engine.contract.ThreeSites.ARBITER;
import static io.fateflow.engine.contract.ThreeSites.GUEST;
import static io.fateflow.engine.contract.ThreeSites.HOST;
import static io.fateflow.engine.contract.ThreeSites.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Jobs of a guest whose host has a policy for its tables, on any database. */
abstract class FederatedConsentContract extends FederatedContract {

    private static final Party HOST_PARTY = new Party("host", HOST);
    private static final Party GUEST_PARTY = new Party("guest", GUEST);
    private static final ConsentChoice GRANT = new ConsentChoice(true, "", null, null);
    private static final ConsentChoice REFUSE = new ConsentChoice(false, "not these patients", null, null);

    @BeforeEach
    void theHostHasATable() {
        sites.host().jdbc().update("delete from storage_table_meta");
        sites.host().jdbc().update("""
                insert into storage_table_meta (name, namespace, engine, address, partitions, id_delimiter, have_head,
                    extend_sid, auto_increasing_sid, table_schema, row_count, origin, disabled, description,
                    part_of_data, create_time, update_time)
                values ('breast_host', 'hospital', 'STANDALONE', '{}', 1, ',', true, false, false,
                    '{"header": "x0,x1,age", "sid": "id"}', 569, 'upload', false, '', '[]', 0, 0)
                """);
    }

    @AfterEach
    void noPolicies() {
        for (long party : List.of(GUEST, HOST)) {
            PolicyFixture.undeploy(sites.at(party));
        }
    }

    private String submit(String... parameters) {
        return sites.guest().jobs().submit(job(parameters)).jobId();
    }

    private static JobSubmission job(String... parameters) {
        String dsl = """
                {"components": {
                 "reader_0": {"module": "Reader", "output": {"data": ["data"]}},
                 "first_0": {"module": "DataTransform", "input": {"data": {"data": ["reader_0.data"]}},
                             "output": {"data": ["data"], "model": ["model"]}},
                 "then_0": {"module": "HeteroLR", "input": {"data": {"train_data": ["first_0.data"]}},
                            "output": {"data": ["data"], "model": ["model"]}}}}""";
        String conf = ThreeSites.conf(parameters).replace("\"component_parameters\": {\"common\": {}}", """
                "component_parameters": {"common": {}, "role": {
                  "guest": {"0": {"reader_0": {"table": {"namespace": "bank", "name": "breast_guest"}}}},
                  "host": {"0": {"reader_0": {"table": {"namespace": "hospital", "name": "breast_host"}}}}}}""");
        return new JobSubmission(dsl, conf, "alice");
    }

    private void awaitAsked(String job) {
        patiently().untilAsserted(() -> assertThat(sites.reasonAt(job))
                .contains(
                        "host 10000 is not ready",
                        "FFB-5135 waits for the consent of host 10000, asked on 20",
                        "(table hospital.breast_host)"));
    }

    /** As if the pause of whoever waits were an hour. */
    private void longPauses() {
        sites.guest().jdbc().update("""
                update party_command set answer_time = answer_time + 3600000
                where action = 'dependence/check' and answer_time is not null
                """);
    }

    private List<ConsentRow> decide(TestSite site, String job, Party own, ConsentChoice choice) {
        Map<String, String> values =
                Map.of("decision", choice.grants() ? "grant" : "refuse", "comment", choice.remark());
        return site.consents().decide(job, own, choice, values, group -> true);
    }

    private ConsentRow consent(String job) {
        return sites.host().consents().of(job).get(0);
    }

    private void due(TestSite site, String activity) {
        ManagementService management = site.engine().getManagementService();
        management
                .createJobQuery()
                .activityId(activity)
                .list()
                .forEach(timer -> management.setJobDuedate(timer.getId(), null));
    }

    @Test
    void aJobWaitsForTheOwnerAndGoesOnAtOnceWhenItHasHisConsent() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();

        String job = submit("\"purpose\": \"a study\"");

        awaitAsked(job);
        longPauses();
        assertThat(sites.ran(HOST)).isEmpty();
        ConsentRow asked = consent(job);
        assertThat(asked.state()).isEqualTo(ConsentState.ASKED);
        assertThat(asked.request().purpose()).isEqualTo("a study");
        assertThat(asked.request().table().columns()).containsExactly("x0", "x1", "age");
        assertThat(asked.request().table().rows()).isEqualTo(569);
        assertThat(asked.request().table().modules()).containsExactly("DataTransform", "HeteroLR");
        assertThat(sites.host()
                        .engine()
                        .getRuntimeService()
                        .getVariable(asked.processInstanceId(), "leaves")
                        .toString())
                .startsWith(
                        "DataTransform: Nothing leaves this party. HeteroLR: The arbiter gets to know how each weight");
        assertThat(decide(sites.host(), job, HOST_PARTY, GRANT))
                .extracting(ConsentRow::state)
                .containsExactly(ConsentState.GRANTED);
        sites.awaitStatus(job, "success");
        assertThat(decide(sites.host(), job, HOST_PARTY, GRANT))
                .as("a second time")
                .hasSize(1);
        assertThatThrownBy(() -> decide(sites.host(), job, HOST_PARTY, REFUSE))
                .isInstanceOf(InvalidConsentException.class)
                .hasMessageContaining("FFB-5136");
    }

    @Test
    void aDecisionThatTheHostCannotTellIsHeardAtTheNextQuestion() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();
        String job = submit();
        awaitAsked(job);
        sites.network().lose(call -> call.from() == HOST && call.is("align"));

        decide(sites.host(), job, HOST_PARTY, GRANT);

        sites.awaitStatus(job, "success");
    }

    @Test
    void anOwnersNoEndsTheJobWithHisWords() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();
        String job = submit();
        awaitAsked(job);
        longPauses();

        decide(sites.host(), job, HOST_PARTY, REFUSE);

        sites.awaitStatus(job, "failed");
        assertThat(sites.reasonAt(job)).contains("FFB-3003", "FFB-5132", "hospital.breast_host", "not these patients");
        assertThat(sites.ran(HOST)).isEmpty();
    }

    @Test
    void whatNobodyDecidesInTimeIsANo() {
        PolicyFixture.deploy(
                sites.host(),
                aPolicy()
                        .rule(Map.of(), "ask", "why not")
                        .with("expire_after", "\"PT48H\"")
                        .with("remind_after", "\"PT4H\"")
                        .dmn());
        sites.workAtAll();
        String job = submit();
        awaitAsked(job);
        longPauses();
        due(sites.host(), "time_to_remind");
        patiently().untilAsserted(() -> assertThat(sites.host()
                        .jdbc()
                        .queryForList(
                                "select details from audit_log where action = 'consent' and job_id = ?",
                                String.class,
                                job))
                .anySatisfy(details -> assertThat(details).contains("reminded", "fateDataOwners")));

        due(sites.host(), "time_is_over");

        sites.awaitStatus(job, "failed");
        assertThat(sites.reasonAt(job)).contains("FFB-5133 nobody at host 10000 has decided within PT48H");
    }

    /** As after a weekend in which the server was off: the owner may be quicker than the timer. */
    @Test
    void whoeverDecidesWhenTheTimeIsOverIsLateThoughTheTimerIsLater() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();
        String job = submit();
        awaitAsked(job);
        longPauses();
        sites.host().jdbc().update("update consent set expire_time = ask_time");

        assertThatThrownBy(() -> decide(sites.host(), job, HOST_PARTY, GRANT))
                .isInstanceOf(InvalidConsentException.class)
                .hasMessageContainingAll("FFB-5335", "hospital.breast_host", "was over at 20");

        due(sites.host(), "time_is_over");
        sites.awaitStatus(job, "failed");
        assertThat(sites.reasonAt(job)).contains("FFB-5133");
    }

    @Test
    void whatNobodyDecidesForLongIsAnotherGroupsToDecideToo() {
        String dmn = PolicyFixture.aPolicy()
                .rule(Map.of(), "ask", "patients' data")
                .with("approver", "\"heart\"")
                .with("escalate_to", "\"board\"")
                .with("escalate_after", "\"PT3H\"")
                .dmn();
        PolicyFixture.deploy(sites.host(), dmn);
        sites.workAtAll();
        String job = submit();
        awaitAsked(job);
        Map<String, String> grant = Map.of("decision", "grant", "comment", "");
        assertThatThrownBy(() -> sites.host().consents().decide(job, HOST_PARTY, GRANT, grant, "board"::equals))
                .hasMessageContaining("FFB-5145 only members of heart decide");
        TaskService tasks = sites.host().engine().getTaskService();
        assertThat(tasks.createTaskQuery().taskCandidateGroup("board").count()).isZero();
        assertThat(timer("time_to_escalate").getDuedate().toInstant())
                .isCloseTo(
                        Instant.ofEpochMilli(consent(job).askTime()).plus(3, ChronoUnit.HOURS),
                        within(1, ChronoUnit.MINUTES));

        due(sites.host(), "time_to_escalate");

        patiently().untilAsserted(() -> assertThat(
                        tasks.createTaskQuery().taskCandidateGroup("board").count())
                .isOne());
        assertThat(tasks.createTaskQuery().taskCandidateGroup("heart").count()).isOne();
        assertThat(consent(job).approvers()).containsExactly("heart", "board");
        sites.host().consents().decide(job, HOST_PARTY, GRANT, grant, "board"::equals);
        sites.awaitStatus(job, "success");
    }

    @Test
    void withoutAnotherGroupTheTimerChangesNothing() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();
        String job = submit();
        awaitAsked(job);

        due(sites.host(), "time_to_escalate");

        patiently().untilAsserted(() -> assertThat(sites.host()
                        .engine()
                        .getManagementService()
                        .createJobQuery()
                        .activityId("time_to_escalate")
                        .count())
                .isZero());
        assertThat(consent(job).escalated()).isFalse();
        decide(sites.host(), job, HOST_PARTY, GRANT);
        sites.awaitStatus(job, "success");
    }

    private Job timer(String activity) {
        return sites.host()
                .engine()
                .getManagementService()
                .createJobQuery()
                .activityId(activity)
                .singleResult();
    }

    @Test
    void aWithdrawnConsentStopsWhatRunsOnIt() throws InterruptedException {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAt(GUEST, task -> TestWorker.succeeded());
        sites.workAt(ARBITER, task -> TestWorker.succeeded());
        String job = submit();
        awaitAsked(job);
        decide(sites.host(), job, HOST_PARTY, GRANT);
        ExecutorTask running = sites.fetchAt(HOST);

        sites.host().consents().withdraw(job, HOST_PARTY, "the study is over", group -> true);

        assertThat(sites.host().executorTasks().complete("by hand", running.id(), TestWorker.succeeded()))
                .as("nobody waits for the attempt any more")
                .isFalse();
        sites.awaitStatusAt(job, "canceled", GUEST, HOST);
        assertThat(sites.reasonAt(job)).contains("FFB-5134", "host 10000", "hospital.breast_host", "the study is over");
        assertThat(consent(job).state()).isEqualTo(ConsentState.WITHDRAWN);
        assertThatThrownBy(() -> sites.host().consents().withdraw(job, HOST_PARTY, "", group -> true))
                .hasMessageContaining("FFB-5136");
    }

    @Test
    void nobodyDecidesAboutAJobThatHasEndedMeanwhileAndItsRerunAsksAgain() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();
        String job = submit();
        awaitAsked(job);

        sites.guest().jobs().stop(job, "canceled");

        sites.awaitStatus(job, "canceled");
        assertThat(consent(job).state()).isEqualTo(ConsentState.CANCELED);
        assertThatThrownBy(() -> decide(sites.host(), job, HOST_PARTY, GRANT))
                .hasMessageContaining("FFB-5136")
                .hasMessageContaining("canceled");
        sites.assertNothingIsLeft();

        sites.guest().jobs().rerun(job, List.of(), false);

        awaitAsked(job);
        decide(sites.host(), job, HOST_PARTY, GRANT);
        sites.awaitStatus(job, "success");
    }

    @Test
    void aPolicyThatRefusesIsHeardAtTheSubmitAndNothingIsKept() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.refusing());

        assertThatThrownBy(this::submit)
                .isInstanceOf(JobRejectedException.class)
                .hasMessageContaining("FFB-2050")
                .hasMessageContaining("FFB-5130 host 10000 refuses the job by its policy (version")
                .hasMessageContaining("rule 1, row_1): patients' data (table hospital.breast_host)");
        assertThat(sites.guest().jdbc().queryForObject("select count(*) from job", Integer.class))
                .isZero();
    }

    @Test
    void whoLooksBeforeHearsThatSomebodyWouldBeAsked() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        PolicyFixture.deploy(sites.guest(), PolicyFixture.refusing());

        assertThat(sites.guest().preflight().ask(job()))
                .extracting(Object::toString)
                .anySatisfy(host -> assertThat(host)
                        .contains("it would ask its data owner for consent: table hospital.breast_host"))
                .anySatisfy(guest -> assertThat(guest).contains("FFB-5130 guest 9999", "bank.breast_guest"));
        assertThat(sites.host().consents().list(java.util.Optional.empty(), 10)).isEmpty();
    }

    @Test
    void theInitiatorsOwnSiteAsksItsOwnOwner() {
        PolicyFixture.deploy(
                sites.guest(),
                aPolicy()
                        .rule(
                                Map.of("initiator_party_id", "9999", "table", "\"bank.breast_guest\""),
                                "ask",
                                "customers")
                        .rule(Map.of(), "allow", "")
                        .dmn());
        sites.workAtAll();
        String job = submit();
        patiently().untilAsserted(() -> assertThat(sites.reasonAt(job))
                .startsWith("FFB-5135 waits for the consent of guest 9999, asked on"));

        decide(sites.guest(), job, GUEST_PARTY, GRANT);

        sites.awaitStatus(job, "success");
        String other = submit();
        patiently().untilAsserted(() -> assertThat(sites.reasonAt(other)).startsWith("FFB-5135"));
        decide(sites.guest(), other, GUEST_PARTY, REFUSE);
        sites.awaitStatus(other, "failed");
        assertThat(sites.reasonAt(other)).contains("FFB-5132", "not these patients");
    }

    @Test
    void whatWasGrantedForSoManyJobsIsNotAskedAgainUntilTheyAreUsedUp() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();
        String first = submit();
        awaitAsked(first);
        sites.host()
                .consents()
                .decide(
                        first,
                        HOST_PARTY,
                        new ConsentChoice(true, "", null, 2),
                        Map.of("decision", "grant", "uses", "2"),
                        group -> true);
        sites.awaitStatus(first, "success");

        String second = submit();
        sites.awaitStatus(second, "success");

        assertThat(consent(second).rememberedFrom()).isEqualTo(consent(first).id());
        String third = submit();
        awaitAsked(third);
        String forSomethingElse = submit("\"purpose\": \"advertising\"");
        awaitAsked(forSomethingElse);
        for (String job : List.of(third, forSomethingElse)) {
            sites.guest().jobs().stop(job, "canceled");
            sites.awaitStatus(job, "canceled");
        }
        sites.host().consents().withdraw(first, HOST_PARTY, "", group -> true);
        assertThat(List.of(consent(first), consent(second)))
                .extracting(ConsentRow::state)
                .containsOnly(ConsentState.WITHDRAWN);
    }

    @Test
    void aPolicyThatIsReplacedWhileSomebodyIsAskedCountsForLaterJobs() {
        PolicyFixture.deploy(sites.host(), PolicyFixture.asking());
        sites.workAtAll();
        String asked = submit();
        awaitAsked(asked);
        int version = consent(asked).answer().version();

        PolicyFixture.deploy(sites.host(), PolicyFixture.allowing());

        String later = submit();
        sites.awaitStatus(later, "success");
        assertThat(consent(later).answer().version()).isEqualTo(version + 1);
        assertThat(consent(asked).state()).isEqualTo(ConsentState.ASKED);
        decide(sites.host(), asked, HOST_PARTY, GRANT);
        sites.awaitStatus(asked, "success");
        assertThat(consent(asked).answer().version()).isEqualTo(version);
    }
}
