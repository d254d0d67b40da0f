package io.fateflow.engine.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import org.camunda.bpm.engine.runtime.Incident;
import org.camunda.bpm.engine.variable.Variables;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.AuditQueries;
import io.fateflow.engine.audit.AuditRecord;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.audit.JobEvent;
import io.fateflow.engine.audit.JobEvent.Source;
import io.fateflow.engine.audit.JobHistory;
import io.fateflow.engine.job.JobRejectedException;
import io.fateflow.engine.job.JobSubmission;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/** Who did what is written down with what was done, and a job's story can be told, on any database. */
abstract class AuditContract extends SiteContract {

    @AfterEach
    void logOut() {
        site().engine().getIdentityService().clearAuthentication();
    }

    @Test
    void whatUsersDoIsWrittenDownWithWhoDidItFromWhere() throws InterruptedException {
        String job;
        try (CurrentActor.Scope alice = site().as("alice")) {
            job = submit(aJob().with("a"));
        }
        fetch(2);
        try (CurrentActor.Scope bob = site().as("bob")) {
            site().jobs().stop(job, "canceled");
            awaitStatus(job, "canceled");
            site().jobs().stop(job, "canceled");
        }
        try (CurrentActor.Scope carol = site().as("carol")) {
            site().jobs().rerun(job, List.of("a"), true);
        }
        succeed(fetch(2));
        awaitStatus(job, "success");
        site().jobs().rerun(job, List.of(), false);

        assertThat(audit(job))
                .extracting(AuditRecord::actor, AuditRecord::origin, AuditRecord::action, AuditRecord::outcome)
                .containsExactly(
                        tuple("alice", "192.0.2.7", "submit", "done"),
                        tuple("bob", "192.0.2.7", "stop", "done"),
                        tuple("bob", "192.0.2.7", "stop", "nothing_to_do"),
                        tuple("carol", "192.0.2.7", "rerun", "done"),
                        tuple("system", "", "rerun", "nothing_to_do"));
        assertThat(audit(job).get(3).details().toString()).isEqualTo("{\"components\":[\"a\"],\"force\":true}");
        assertThat(site().jdbc()
                        .queryForList("select distinct error_report from task where task_version = 0", String.class))
                .containsExactly("the job was stopped by bob");
    }

    @Test
    void aJobIsOfWhoeverIsLoggedInAtTheEngineOrOfWhomAPlatformSubmitsItFor() {
        assertThat(submitterOf(this::submitWithoutUser)).as("nobody called").isEmpty();
        try (CurrentActor.Scope somebody = site().as(Actor.ANONYMOUS)) {
            assertThat(submitterOf(this::submitWithoutUser))
                    .as("nobody said who he is")
                    .isEmpty();
        }
        try (CurrentActor.Scope caller = site().as("carol")) {
            assertThat(submitterOf(this::submitWithoutUser)).isEqualTo("carol");

            site().engine().getIdentityService().setAuthenticatedUserId("olga");
            assertThat(submitterOf(() -> startByEngine(Map.of()))).isEqualTo("olga");
            assertThat(submitterOf(() -> startByEngine(Map.of("userId", "alice"))))
                    .isEqualTo("alice");
        }
    }

    private String submitWithoutUser() {
        JobSubmission submission =
                new JobSubmission(aJob().with("a").dsl(), aJob().with("a").conf(), "");
        return site().jobs().submit(submission).jobId();
    }

    /** As engine REST does. */
    private String startByEngine(Map<String, Object> more) {
        Map<String, Object> variables = new HashMap<>(more);
        variables.put("dsl", aJob().with("a").dsl());
        variables.put("runtimeConf", aJob().with("a").conf());
        String instance = site().engine()
                .getRuntimeService()
                .startProcessInstanceByKey("fate-job", variables)
                .getId();
        return site().jdbc()
                .queryForObject("select job_id from job where process_instance_id = ?", String.class, instance);
    }

    /** That of each party's row here, of a job that is stopped then. */
    private String submitterOf(Supplier<String> submit) {
        String job = submit.get();
        site().jobs().stop(job, "canceled");
        awaitStatus(job, "canceled");
        List<String> found =
                site().jdbc().queryForList("select submitter from job where job_id = ?", String.class, job);
        assertThat(found).hasSize(2);
        assertThat(Set.copyOf(found)).hasSize(1);
        return found.get(0);
    }

    @Test
    void aRefusedJobIsWrittenDownAndNothingElseOfIt() {
        JobSubmission bad =
                new JobSubmission("{\"components\": {}}", aJob().with("a").conf(), "");

        assertThatThrownBy(() -> site().jobs().submit(bad)).isInstanceOf(JobRejectedException.class);

        assertThat(audit(""))
                .extracting(AuditRecord::action, AuditRecord::outcome)
                .containsExactly(tuple("submit", "refused"));
        assertThat(audit("").get(0).details().toString()).contains("FFB-1");
    }

    @Test
    void whatOperatorsDoToProcessesIsWrittenDownUnderTheirNames() throws InterruptedException {
        site().engine().getIdentityService().setAuthenticatedUserId("olga");
        site().engine()
                .getRuntimeService()
                .startProcessInstanceByKey(
                        "fate-job",
                        Variables.putValue("dsl", aJob().with("a").dsl())
                                .putValue("runtimeConf", aJob().with("a").conf()));
        String job = site().jdbc().queryForObject("select max(job_id) from job", String.class);
        List<ExecutorTask> taken = fetch(2);
        site().executorTasks().complete("w", taken.get(0).id(), TestWorker.failed("broken"));
        Incident incident = awaitIncident();
        site().engine().getManagementService().setJobRetries(incident.getConfiguration(), 1);
        fetch(2);
        site().engine().getRuntimeService().deleteProcessInstance(incident.getProcessInstanceId(), "no more");
        awaitStatus(job, "canceled");

        assertThat(audit(job))
                .extracting(AuditRecord::actor, AuditRecord::action)
                .containsExactly(tuple("olga", "submit"), tuple("olga", "retry"), tuple("olga", "process_delete"));
    }

    @Test
    void aJobsStoryTellsAllThatHappenedInItsOrder() throws InterruptedException {
        String job;
        try (CurrentActor.Scope alice = site().as("alice")) {
            job = submit(aJob().with("a").with("b", "a"));
        }
        succeed(fetch(2));
        List<ExecutorTask> taken = fetch(2);
        site().executorTasks().complete("w", taken.get(0).id(), TestWorker.failed("column x7 is missing"));
        Incident incident = awaitIncident();
        site().engine().getIdentityService().setAuthenticatedUserId("olga");
        site().engine().getManagementService().setJobRetries(incident.getConfiguration(), 1);
        site().engine().getIdentityService().clearAuthentication();
        succeed(fetch(2));
        awaitStatus(job, "success");

        List<JobEvent> story = story(job, 1_000);

        assertThat(story).isSortedAccordingTo((one, other) -> Long.compare(one.time(), other.time()));
        assertThat(told(story, Source.AUDIT)).containsExactly("alice submit", "olga retry");
        assertThat(told(story, Source.OPERATOR)).contains("olga SetJobRetries");
        assertThat(story.stream()
                        .filter(event -> event.source() == Source.TASK)
                        .map(event -> event.component() + event.attempt() + event.role() + " " + event.what()))
                .containsExactlyInAnyOrder(
                        "a0guest attempt success",
                        "a0host attempt success",
                        "b0" + taken.get(0).role() + " attempt failed",
                        "b0" + taken.get(1).role() + " attempt failed",
                        "b1guest attempt success",
                        "b1host attempt success");
        assertThat(story)
                .filteredOn(event -> event.source() == Source.INCIDENT)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.details().get("message"))
                            .asString()
                            .contains("component b", "column x7 is missing");
                    assertThat(event.until()).isNotNull();
                });
        assertThat(story.stream()
                        .filter(event -> event.source() == Source.PROCESS)
                        .map(event -> event.what().replaceFirst("(fate-dag).*", "$1") + " " + event.component()
                                + event.role()))
                .containsExactlyInAnyOrder(
                        "fate-job ",
                        "fate-dag ",
                        "fate-dag ",
                        "fate-task a",
                        "fate-task a",
                        "fate-task b",
                        "fate-task b",
                        "fate-party-task aguest",
                        "fate-party-task ahost",
                        "fate-party-task bguest",
                        "fate-party-task bhost",
                        "fate-party-task bguest",
                        "fate-party-task bhost");
        assertThat(told(story, Source.STEP))
                .contains(" Apply job resources", " Run executor", " Stop task at parties", " Await operator");
        assertThat(story("202601010000000000000", 1_000)).isEmpty();
        assertThat(story(job, 30)).as("the same in parts").containsExactlyElementsOf(story);
    }

    @Test
    void theEnginesHistoryHasWhatNoOtherRowTellsAndWhatFailedAndNothingTwice() throws InterruptedException {
        String job = submit(aJob().with("a").with("b", "a"));
        succeed(fetch(2));
        succeed(fetch(2));
        awaitStatus(job, "success");

        assertThat(history("select act_name_ from act_hi_actinst"))
                .as("of a job that nothing has happened to")
                .containsExactlyInAnyOrder(
                        "Compile DSL",
                        "Run job",
                        "Create job at parties",
                        "Apply job resources",
                        "Start job at parties",
                        "Run components",
                        "a",
                        "b",
                        "Run executor",
                        "Run executor",
                        "Run executor",
                        "Run executor",
                        "Component succeeded",
                        "Component succeeded",
                        "Finish job",
                        "Job succeeded",
                        "Job ended");
        assertThat(history("select name_ from act_hi_varinst")).isEmpty();
        assertThat(history("select end_act_id_ from act_hi_procinst")).contains("reported", "component_succeeded");
        assertThat(history("select id_ from act_hi_job_log")).isEmpty();
        assertThat(history("select id_ from act_hi_ext_task_log")).isEmpty();

        submit(aJob().with("c"));
        List<ExecutorTask> taken = fetch(2);
        site().executorTasks().complete("w", taken.get(0).id(), TestWorker.failed("broken"));
        awaitIncident();

        assertThat(history("select act_name_ from act_hi_actinst where act_inst_state_ <> 0"))
                .isNotEmpty();
        assertThat(history("select incident_msg_ from act_hi_incident"))
                .anyMatch(message -> message.contains("broken"));
    }

    @Test
    void processesOfOthersHaveTheirWholeHistory() {
        site().engine()
                .getRepositoryService()
                .createDeployment()
                .addModelInstance(
                        "of-others.bpmn",
                        Bpmn.createExecutableProcess("of-others")
                                .camundaHistoryTimeToLiveString("P1D")
                                .startEvent()
                                .endEvent()
                                .done())
                .deploy();
        site().engine().getRuntimeService().startProcessInstanceByKey("of-others");

        assertThat(history("select act_type_ from act_hi_actinst where proc_def_key_ = 'of-others'"))
                .containsExactlyInAnyOrder("startEvent", "noneEndEvent");
    }

    private List<String> history(String sql) {
        return site().jdbc().queryForList(sql, String.class);
    }

    /** As a client reads it: each part begins with the time that the one before ended with. */
    private List<JobEvent> story(String job, int most) {
        JobHistory stories = new JobHistory(site().jdbc());
        Set<JobEvent> read = new LinkedHashSet<>();
        JobHistory.Part part = stories.of(job, 0, most);
        read.addAll(part.events());
        while (part.isCut()) {
            assertThat(part.events()).hasSize(most);
            part = stories.of(job, part.events().get(most - 1).time(), most);
            read.addAll(part.events());
        }
        return List.copyOf(read);
    }

    private static List<String> told(List<JobEvent> story, Source source) {
        return story.stream()
                .filter(event -> event.source() == source)
                .map(event -> event.actor() + " " + event.what())
                .toList();
    }

    private Incident awaitIncident() {
        return await().atMost(LONG_ENOUGH)
                .until(
                        () -> site().engine()
                                .getRuntimeService()
                                .createIncidentQuery()
                                .singleResult(),
                        found -> found != null);
    }

    private List<AuditRecord> audit(String job) {
        List<AuditRecord> entries = new ArrayList<>();
        new AuditQueries(site().jdbc()).each(new AuditQueries.Filter(job, 0, 0), 1_000, entries::add);
        return entries;
    }
}
