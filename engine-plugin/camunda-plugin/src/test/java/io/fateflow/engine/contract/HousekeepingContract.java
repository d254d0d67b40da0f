package io.fateflow.engine.contract;

import java.io.IOException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.camunda.bpm.engine.HistoryService;
import org.camunda.bpm.engine.ManagementService;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.jobexecutor.JobExecutor;
import org.camunda.bpm.engine.runtime.Job;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the hourly process removes, and what it leaves. */
abstract class HousekeepingContract {

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
    private static final Duration DAY = Duration.ofDays(1);

    private final AtomicInteger tidied = new AtomicInteger();

    private TestSite site;

    abstract Database database();

    @BeforeEach
    void openSite() {
        EngineSettings settings = new EngineSettings(
                EngineConfig.standalone(),
                Duration.ofMinutes(10),
                EngineSettings.standard().silence(),
                new Retention(DAY, DAY, DAY, DAY, DAY.multipliedBy(30), DAY));
        site = TestSite.on(database(), settings, Clock.systemUTC());
        onlyTheTestStartsIt();
    }

    /** At twenty past, the timer would start it as well. */
    private void onlyTheTestStartsIt() {
        site.engine().getManagementService().suspendJobDefinitionById(timer().getJobDefinitionId(), true);
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            Invariants.assertNothingIsLeft(site);
        } finally {
            site.close();
        }
    }

    @Test
    void aJobThatEndedLongAgoGoesWithAllItsRowsAndAFreshOneStays() throws Exception {
        String old = run();
        String fresh = run();
        age(old);
        List.of(old, fresh).forEach(job -> command(job, 1L));

        keepHouse();

        for (String table :
                List.of("job", "job_body", "task", "component_summary", "tracking_output_data_info", "party_command")) {
            assertThat(rows(table, old)).as(table).isZero();
            assertThat(rows(table, fresh)).as(table).isPositive();
        }
        assertThat(site.jdbc()
                        .queryForList("select distinct substring(task_id, 1, 21) from task_parameters", String.class))
                .containsExactly(fresh.substring(0, 21));
    }

    @Test
    void aJobThatRunsAJobWithAModelAndAJobThatWaitsForAnOperatorStay() throws Exception {
        String unanswered = run();
        command(unanswered, null);
        String trained = run();
        site.jdbc()
                .update(
                        "insert into pipeline_model (model_version, role, party_id, model_id, job_id, create_time,"
                                + " update_time) values ('m', 'guest', '9999', 'm', ?, 1, 1)",
                        trained);
        String failed = submit();
        try (TestWorker worker = TestWorker.ending(site, task -> TestWorker.failed("no"))) {
            awaitStatus(failed, "failed");
            assertThat(worker.troubles()).isEmpty();
        }
        String waiting = submit();
        List.of(trained, failed, waiting, unanswered).forEach(this::age);

        keepHouse();

        assertThat(List.of(trained, failed, waiting, unanswered))
                .allSatisfy(job -> assertThat(rows("job", job)).isEqualTo(2));
        site.jdbc().update("delete from party_command");
        site.jobs().stop(waiting, "canceled");
        awaitStatus(waiting, "canceled");
    }

    @Test
    void whatOwnersHaveDecidedGoesWhenTheJobIsGoneAndNoGrantOfItCanBeUsed() throws Exception {
        String there = run();
        long year = Duration.ofDays(365).toMillis();
        long now = Clock.systemUTC().millis();
        long old = now - year;
        consent("refused-long-ago", "refused", old, null, null, null);
        consent("refused-lately", "refused", now, null, null, null);
        consent(there, "refused", old, null, null, null);
        consent("asked", "asked", null, null, null, null);
        consent("for-ten-years", "granted", old, now + 9 * year, null, null);
        long twice = consent("for-two-jobs", "granted", old, null, 2, null);
        consent("second-of-two", "granted", old, null, null, twice);
        long thrice = consent("for-three-jobs", "granted", old, null, 3, null);
        consent("second-of-three", "granted", old, null, null, thrice);
        long late = consent("too-late", "granted", old, old + 1, null, null);
        consent("used-lately", "granted", now, null, null, late);

        keepHouse();

        assertThat(site.jdbc().queryForList("select job_id from consent", String.class))
                .containsExactlyInAnyOrder(
                        "refused-lately",
                        there,
                        "asked",
                        "for-ten-years",
                        "for-three-jobs",
                        "second-of-three",
                        "too-late",
                        "used-lately");
        site.jdbc().update("delete from consent");
    }

    private long consent(
            String job,
            String state,
            @Nullable Long decided,
            @Nullable Long until,
            @Nullable Integer uses,
            @Nullable Long rememberedFrom) {
        site.jdbc().update("""
                        insert into consent (job_id, role, party_id, initiator_role, initiator_party_id,
                            table_namespace, table_name, modules, column_names, row_count, purpose, state,
                            policy_decision, policy_version, policy_rule, reason, approver, four_eyes, ask_time,
                            expire_time, first_by, decided_by, decide_time, remark, valid_until, uses_allowed,
                            remembered_from, process_instance_id)
                        values (?, 'host', '10000', 'guest', '9999', 'n', 't', '[]', '[]', 0, '', ?, 'ask', 1, '1', '',
                            'owners', false, 1, null, '', '', ?, '', ?, ?, ?, '')
                        """, job, state, decided, until, uses, rememberedFrom);
        Long id = site.jdbc().queryForObject("select consent_id from consent where job_id = ?", Long.class, job);
        return id == null ? 0 : id;
    }

    @Test
    void oldAuditEntriesGoAndFilesOfThisNodeAreLookedAfter() {
        site.fileKeepers()
                .register((retention, now) ->
                        tidied.addAndGet((int) retention.runs().toDays()));
        site.jdbc()
                .update(
                        "insert into audit_log (create_time, actor, origin, action, job_id, component_name, role,"
                                + " party_id, outcome, details) values (1, 'long ago', '', 'stop', '', '', '', '', 'done', '')");
        site.sealAudit();

        keepHouse();

        assertThat(site.jdbc().queryForList("select actor from audit_log where actor = 'long ago'"))
                .isEmpty();
        assertThat(tidied).hasValue(1);
    }

    @Test
    void aDefinitionThatNothingRefersToIsForgottenThenDeletedAndDeployedAgainWhenNeeded() throws Exception {
        run();
        site.jdbc().update("update dag_definition set deploy_time = 1");
        site.jdbc().update("update job set update_time = 1");
        keepHouse();
        assertThat(definitions()).as("its history is still there").isEqualTo(1);

        site.jdbc().update("update act_hi_procinst set removal_time_ = ?", new Timestamp(1));
        cleanHistory();
        keepHouse();
        assertThat(site.jdbc().queryForList("select * from dag_definition")).isEmpty();
        assertThat(definitions()).isEqualTo(1);
        keepHouse();
        assertThat(definitions()).isZero();

        run();
        assertThat(definitions()).isEqualTo(1);
    }

    @Test
    void theEnginesHistoryGoesWhenItsTimeIsOver() throws Exception {
        run();
        long before = count("act_hi_procinst");
        assertThat(before).isPositive();
        assertThat(site.jdbc().queryForList("select * from act_hi_procinst where removal_time_ is null"))
                .as("process instances that would stay for ever")
                .isEmpty();
        assertThat(site.jdbc().queryForList("""
                select a.act_id_
                from act_hi_actinst a
                join act_hi_procinst p on p.id_ = a.root_proc_inst_id_
                where a.removal_time_ is null or a.removal_time_ <> p.removal_time_
                """))
                .as("steps that do not go with their process instance")
                .isEmpty();

        cleanHistory();
        assertThat(count("act_hi_procinst")).as("not yet").isEqualTo(before);
        for (String table : List.of("act_hi_procinst", "act_hi_actinst", "act_hi_ext_task_log", "act_hi_job_log")) {
            site.jdbc().update("update " + table + " set removal_time_ = ?", new Timestamp(1));
        }
        cleanHistory();

        assertThat(count("act_hi_procinst") + count("act_hi_actinst") + count("act_hi_ext_task_log"))
                .isZero();
    }

    @Test
    void aStepThatFailsIsRepeatedAndThenAnIncident() {
        site.fileKeepers().register((retention, now) -> {
            throw new IOException("disk gone");
        });
        ManagementService management = site.engine().getManagementService();
        management.executeJob(timer().getId());
        Job step = management.createJobQuery().activityId("remove_old_files").singleResult();
        await().atMost(LONG_ENOUGH)
                .until(() -> management
                                .createJobQuery()
                                .jobId(step.getId())
                                .withException()
                                .count()
                        == 1);

        management.setJobRetries(step.getId(), 0);

        assertThat(site.doctor().look())
                .anySatisfy(finding -> assertThat(finding.what()).contains("FFB-7102", "disk gone"));
    }

    private void keepHouse() {
        long before = housekept();
        site.engine().getManagementService().executeJob(timer().getId());
        await().atMost(LONG_ENOUGH).until(() -> housekept() == before + 1);
    }

    private Job timer() {
        return site.engine()
                .getManagementService()
                .createJobQuery()
                .processDefinitionKey("fate-housekeeping")
                .timers()
                .singleResult();
    }

    private long housekept() {
        return site.engine()
                .getHistoryService()
                .createHistoricProcessInstanceQuery()
                .processDefinitionKey("fate-housekeeping")
                .finished()
                .count();
    }

    /** Without the job executor, which would do it at the same time. */
    private void cleanHistory() {
        HistoryService history = site.engine().getHistoryService();
        JobExecutor executor =
                ((ProcessEngineConfigurationImpl) site.engine().getProcessEngineConfiguration()).getJobExecutor();
        executor.shutdown();
        try {
            history.cleanUpHistoryAsync(true);
            history.findHistoryCleanupJobs()
                    .forEach(job -> site.engine().getManagementService().executeJob(job.getId()));
        } finally {
            executor.start();
        }
    }

    private String submit() {
        return site.jobs().submit(aJob().with("a").submission()).jobId();
    }

    private String run() throws InterruptedException {
        String job = submit();
        for (int taken = 0; taken < 2; ) {
            var tasks = site.executorTasks().fetch("w", 2 - taken, Duration.ofSeconds(1));
            tasks.forEach(task -> site.executorTasks()
                    .complete("w", task.id(), TestWorker.succeeded().with(withoutModel(task))));
            taken += tasks.size();
        }
        awaitStatus(job, "success");
        site.jdbc().update("delete from pipeline_model where job_id = ?", job);
        return job;
    }

    private static ObjectNode withoutModel(ExecutorTask task) {
        return TestWorker.outputs(task).without("models");
    }

    /** That the job's process has to say, or has said, to another site. */
    private void command(String job, @Nullable Long answered) {
        site.jdbc()
                .update(
                        "insert into party_command (job_id, role, party_id, component_name, task_id, task_version,"
                                + " action, body, create_time, answer_time, message)"
                                + " values (?, 'host', '10000', '', '', 0, 'clean', '{}', 1, ?, '')",
                        job,
                        answered);
    }

    private void age(String job) {
        site.jdbc().update("update job set update_time = 1 where job_id = ?", job);
    }

    private void awaitStatus(String job, String status) {
        await().atMost(LONG_ENOUGH)
                .untilAsserted(() -> assertThat(site.jobStatus(job)).isEqualTo(status));
    }

    private long definitions() {
        return site.engine()
                .getRepositoryService()
                .createProcessDefinitionQuery()
                .processDefinitionKeyLike("fate-dag-%")
                .count();
    }

    private long rows(String table, String job) {
        return count(table + " where job_id = '" + job + "'");
    }

    private long count(String table) {
        Long count = site.jdbc().queryForObject("select count(*) from " + table, Long.class);
        return count == null ? 0 : count;
    }
}
