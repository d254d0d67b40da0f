package io.fateflow.engine.contract;

import java.sql.ResultSetMetaData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.operations.doctor.Finding;
import io.fateflow.operations.doctor.Repair;
import io.fateflow.operations.doctor.Rule;
import io.fateflow.operations.doctor.Severity;
import io.fateflow.worker.api.ExecutorTask;

import static io.fateflow.engine.contract.JobFixture.aJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the doctor finds in a site that somebody has damaged, and how it heals; and that it leaves a busy one alone. */
abstract class DoctorContract extends SiteContract {

    private final HandClock clock = new HandClock();

    @Override
    TestSite open(Database database) {
        return TestSite.on(database, EngineSettings.standard(), clock);
    }

    @Test
    @Tag("slow")
    void aBusySiteIsFoundSound() throws Exception {
        List<String> errors = new ArrayList<>();
        AtomicBoolean busy = new AtomicBoolean(true);
        Thread doctor = new Thread(() -> {
            while (busy.get()) {
                errors().forEach(finding -> errors.add(finding.toString()));
            }
        });
        List<String> jobs = new ArrayList<>();
        try (TestWorker worker = TestWorker.succeeding(site())) {
            doctor.start();
            for (int i = 0; i < 4; i++) {
                jobs.add(submit(aJob().fanOf(4).parameter("task_parallelism", 2)));
                jobs.add(submit(aJob().chainOf(4).parameter("task_parallelism", 1)));
            }
            site().jobs().stop(jobs.get(0), "canceled");
            jobs.subList(1, jobs.size()).forEach(job -> awaitStatus(job, "success"));
            // the stop may have come too late, that is not the point
            await().atMost(LONG_ENOUGH).untilAsserted(() -> assertThat(site().jobStatus(jobs.get(0)))
                    .isIn("canceled", "success"));
            assertThat(worker.troubles()).isEmpty();
        } finally {
            busy.set(false);
            doctor.join();
        }

        assertThat(errors).isEmpty();
    }

    @Test
    void aSuspendedAWaitingAndAFailedJobAreNoFindings() throws Exception {
        String running = submit(aJob().chainOf(2).parameter("task_parallelism", 2));
        List<ExecutorTask> taken = fetch(2);
        String waiting = submit(aJob().with("a").parameter("task_parallelism", 2));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(waiting) != null);
        assertThat(site().doctor().look()).isEmpty();

        site().jobs().suspend(running);
        site().executorTasks().complete("w", taken.get(0).id(), TestWorker.failed("no"));
        awaitStatus(running, "failed");
        await().atMost(LONG_ENOUGH).until(() -> found(Rule.INCIDENT).size() == 1);

        assertThat(errors()).isEmpty();
        assertThat(found(Rule.INCIDENT).get(0).what()).contains("FFB-3001", "no");
        stopAll(waiting);
    }

    @Test
    void lostCoresAreFoundAndWhoWaitsForThemIsServed() throws Exception {
        sql("update engine_registry set remaining_cores = remaining_cores - 19");
        String waiting = submit(aJob().with("a"));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(waiting) != null);

        assertThat(errors()).extracting(Finding::rule).containsExactly(Rule.ENGINE_SUM);
        assertThat(errors().get(0).what()).contains("20", "1.0000 are free", "0 leased");
        healAll();

        succeed(fetch(2));
        awaitStatus(waiting, "success");
    }

    @Test
    void aLeaseOfAnEndedJobIsGivenBackOnce() throws Exception {
        String job = runOne();
        sql("insert into resource_lease select 'left', 'job', '" + job + "', 'guest', '9999', '', 0, engine_type,"
                + " engine_name, 4, 0, 0, 1, 1, null, null, null, null, null from engine_registry");
        sql("update engine_registry set remaining_cores = remaining_cores - 4");

        Finding finding = found(Rule.LEASE_OF_ENDED_JOB).get(0);
        assertThat(site().repairs().carryOut(finding)).isTrue();
        assertThat(site().repairs().carryOut(finding)).isFalse();

        assertThat(errors()).isEmpty();
        assertThat(site().jdbc().queryForList("select details from audit_log where action = 'repair'", String.class))
                .singleElement()
                .satisfies(details -> assertThat(details).contains("FFB-7003", job));
    }

    @Test
    void aLeaseOfAnUnknownJobIsGivenBack() {
        sql("insert into resource_lease select 'left', 'job', '404', 'guest', '9999', '', 0, engine_type, engine_name,"
                + " 4, 0, 0, 1, 1, null, null, null, null, null from engine_registry");
        sql("update engine_registry set remaining_cores = remaining_cores - 4");

        healAll();

        assertThat(site().jdbc().queryForList("select * from resource_lease")).isEmpty();
    }

    @Test
    void leasesOfAttemptsThatDoNotRunAreGivenBackToTheirJob() throws Exception {
        String job = submit(aJob().chainOf(2).parameter("task_parallelism", 2));
        List<ExecutorTask> taken = fetch(2);
        for (String kind : List.of("task", "gate")) {
            sql("insert into resource_lease select 'left" + kind + "', '" + kind + "', job_id, role, party_id, '" + job
                    + "_c1', 0, engine_type, engine_name, case when '" + kind + "' = 'task' then task_cores else 0 end,"
                    + " 0, case when '" + kind
                    + "' = 'gate' then 1 else 0 end, 1, 1, null, null, null, null, null from job where job_id = '"
                    + job + "' and is_initiator = true");
        }
        sql("update job set remaining_cores = remaining_cores - task_cores, remaining_gate_slots ="
                + " remaining_gate_slots - 1 where is_initiator = true");
        assertThat(errors())
                .extracting(Finding::rule)
                .containsOnly(Rule.LEASE_OF_ENDED_ATTEMPT)
                .hasSize(2);

        healAll();

        succeed(taken);
        succeed(fetch(2));
        awaitStatus(job, "success");
    }

    @Test
    void aJobsOwnSumsAreComputedAgain() throws Exception {
        String job = submit(aJob().fanOf(2).parameter("task_parallelism", 1));
        List<ExecutorTask> taken = fetch(2);
        sql(
                "update job set remaining_cores = remaining_cores + 1, remaining_gate_slots = -7 where is_initiator = true");

        assertThat(errors()).extracting(Finding::rule).containsExactly(Rule.JOB_SUM, Rule.JOB_SUM);
        healAll();

        succeed(taken);
        succeed(fetch(2));
        succeed(fetch(2));
        succeed(fetch(2));
        awaitStatus(job, "success");
    }

    @Test
    void aRunningJobWithoutItsProcessFailsAndRunsAgain() throws Exception {
        String job = submit(aJob().with("a"));
        fetch(2);
        awaitStatus(job, "running");
        dropInstance("fate-job", job);

        assertThat(found(Rule.JOB_WITHOUT_PROCESS)).hasSize(1);
        healAll();
        awaitStatus(job, "failed");

        site().jobs().rerun(job, List.of(), false);
        succeed(fetch(2));
        awaitStatus(job, "success");
    }

    @Test
    @Tag("slow")
    void anAttemptWithoutItsProcessFailsAsLostAndIsRetried() throws Exception {
        String job = submit(aJob().with("a").parameter("auto_retries", 1));
        List<ExecutorTask> taken = fetch(2);
        dropInstance("fate-party-task", TaskKey.of(taken.get(0)).businessKey());

        healAll();

        succeed(fetch(2));
        awaitStatus(job, "success");
        assertThat(site().jdbc().queryForList("select error_report from task where exit_reason = 'lost'", String.class))
                .singleElement()
                .satisfies(report -> assertThat(report).contains("FFB-7009"));
    }

    @Test
    void aProcessThatServesNobodyIsDeleted() throws Exception {
        String job = runOne();
        site().engine()
                .getRuntimeService()
                .createProcessInstanceByKey("fate-party-task")
                .businessKey(job + "_a|0|guest|9999")
                .startAfterActivity("party_resources_are_released")
                .execute();

        assertThat(errors()).extracting(Finding::rule).contains(Rule.PROCESS_WITHOUT_ATTEMPT);
        healAll();
    }

    @Test
    void aComponentWhoseEndWasNotHeardGoesOn() throws Exception {
        String job = submit(aJob().with("a"));
        List<ExecutorTask> taken = fetch(2);
        sql("update task set waiter_instance_id = 'x' || waiter_instance_id, status = 'success', party_status ="
                + " 'success'");
        taken.forEach(task -> dropInstance("fate-party-task", TaskKey.of(task).businessKey()));
        sql("update task set waiter_instance_id = substring(waiter_instance_id, 2)");

        assertThat(found(Rule.WAKE_UP_MISSED)).hasSize(1);
        healAll();

        awaitStatus(job, "success");
    }

    @Test
    void statusesThatContradictEachOtherAreFound() throws Exception {
        String job = runOne();
        sql("update job set status = 'failed' where role = 'host'");
        sql("update task set party_status = 'failed' where role = 'host'");

        assertThat(errors())
                .extracting(Finding::rule)
                .containsExactly(Rule.PARTIES_DISAGREE, Rule.STATUS_DOES_NOT_FOLLOW);
        assertThat(errors()).extracting(Finding::place).anyMatch(place -> place.contains(job));
        sql("update job set status = 'success'");
        sql("update task set party_status = 'success'");
    }

    @Test
    void whatEndedLongAgoIsNotComparedAndWhatHasNotEndedAlwaysIs() throws Exception {
        runOne();
        String later = runOne();
        sql(
                "update job set status = 'failed', create_time = create_time - 8 * cast(86400000 as bigint) where role = 'host'");
        sql("update job set create_time = create_time - 8 * cast(86400000 as bigint) where role <> 'host'");
        assertThat(found(Rule.PARTIES_DISAGREE)).isEmpty();

        sql("update job set status = 'running' where role = 'guest' and job_id = '" + later + "'");

        assertThat(found(Rule.PARTIES_DISAGREE))
                .singleElement()
                .extracting(Finding::place)
                .asString()
                .contains(later);
        sql("update job set status = 'success'");
    }

    @Test
    void whoLooksAgainAndAgainComparesTheNewestOfThoseThatHaveEnded() throws Exception {
        String old = runOne();
        sql("update job set status = 'failed' where role = 'host'");
        assertThat(site().doctor().lookAtNew()).extracting(Finding::rule).containsExactly(Rule.PARTIES_DISAGREE);

        sql(twentyThousandNewerThan(old));

        assertThat(site().doctor().lookAtNew()).isEmpty();
        assertThat(found(Rule.PARTIES_DISAGREE)).hasSize(1);
        sql("delete from job where job_id <> '" + old + "'");
        sql("update job set status = 'success'");
    }

    @Test
    void whoLooksAgainComparesThoseThatHadNotEndedTheLastTime() throws Exception {
        String ended = runOne();
        String open = runOne();
        sql("update job set create_time = create_time - 3600000");
        sql("update job set status = 'running' where job_id = '" + open + "'");
        assertThat(disagreeing()).isEmpty();

        sql("update job set status = 'failed' where role = 'host' and job_id = '" + ended + "'");
        assertThat(disagreeing()).isEmpty();
        assertThat(found(Rule.PARTIES_DISAGREE)).hasSize(1);

        sql("update job set status = case role when 'host' then 'failed' else 'success' end where job_id = '" + open
                + "'");
        assertThat(disagreeing()).singleElement().asString().contains(open);
        assertThat(disagreeing()).singleElement().asString().contains(open);
        sql("update job set status = 'success'");
    }

    @Test
    void aClockThatWasAheadHidesNoJob() throws Exception {
        clock.forward(Duration.ofDays(1));
        assertThat(disagreeing()).isEmpty();
        clock.forward(Duration.ofDays(-1));

        String job = runOne();
        sql("update job set status = 'failed' where role = 'host'");

        assertThat(disagreeing()).singleElement().asString().contains(job);
        sql("update job set status = 'success'");
    }

    private List<String> disagreeing() {
        return site().doctor().lookAtNew().stream()
                .filter(finding -> finding.rule() == Rule.PARTIES_DISAGREE)
                .map(Finding::place)
                .toList();
    }

    /** Rows of one party each, as one row of the job's, with other ids and made a moment later. */
    private String twentyThousandNewerThan(String job) {
        String columns = Objects.requireNonNull(site().jdbc().query("select * from job where 1 = 0", rows -> {
            ResultSetMetaData all = rows.getMetaData();
            List<String> names = new ArrayList<>();
            for (int column = 1; column <= all.getColumnCount(); column++) {
                names.add(all.getColumnName(column));
            }
            return String.join(", ", names);
        }));
        String digits = IntStream.range(0, 10)
                .mapToObj(digit -> "select " + digit + " as d")
                .collect(Collectors.joining(" union all ", "(", ")"));
        String values = columns.toLowerCase(Locale.ROOT)
                .replaceFirst("\\bjob_id\\b", "substring(j.job_id from 6) || e.d || f.d || g.d || h.d || i.d")
                .replaceFirst("\\bcreate_time\\b", "j.create_time + 1");
        return """
                insert into job (%s)
                select %s
                from job j, %3$s e, %3$s f, %3$s g, %3$s h, %3$s i
                where j.job_id = '%4$s' and j.role = 'guest' and e.d < 2
                """.formatted(columns, values, digits, job);
    }

    @Test
    void aWaitingJobThatNothingWillWakeIsFoundAndLooksAgain() throws Exception {
        String first = submit(aJob().with("a").parameter("task_parallelism", 2));
        List<ExecutorTask> taken = fetch(2);
        String second = submit(aJob().with("a"));
        await().atMost(LONG_ENOUGH).until(() -> waitReason(second) != null);
        sql("update job set wait_reason = null where job_id = '" + second + "'");

        Finding finding = found(Rule.WAITS_WITHOUT_REASON).get(0);
        assertThat(finding.repair()).contains(new Repair.Wake(second));
        healAll();
        await().atMost(LONG_ENOUGH).until(() -> waitReason(second) != null);

        succeed(taken);
        awaitStatus(first, "success");
        succeed(fetch(2));
        awaitStatus(second, "success");
    }

    private String runOne() throws InterruptedException {
        String job = submit(aJob().with("a"));
        succeed(fetch(2));
        awaitStatus(job, "success");
        return job;
    }

    private List<Finding> errors() {
        return site().doctor().look().stream()
                .filter(finding -> finding.rule().severity() == Severity.ERROR)
                .toList();
    }

    private List<Finding> found(Rule rule) {
        return site().doctor().look().stream()
                .filter(finding -> finding.rule() == rule)
                .toList();
    }

    /** What one repair uncovers, the next round heals. */
    private void healAll() {
        await().atMost(LONG_ENOUGH).until(() -> {
            List<Finding> errors = errors();
            errors.forEach(site().repairs()::carryOut);
            return errors.isEmpty();
        });
    }

    private void stopAll(String... jobs) {
        for (String job : jobs) {
            site().jobs().stop(job, "canceled");
            awaitStatus(job, "canceled");
        }
    }

    /** As a hand in the database would: none of our listeners hears of it. */
    private void dropInstance(String definition, String businessKey) {
        String id = site().jdbc()
                .queryForObject(
                        "select e.id_ from act_ru_execution e join act_re_procdef d on d.id_ = e.proc_def_id_"
                                + " where e.parent_id_ is null and d.key_ = ? and e.business_key_ = ?",
                        String.class,
                        definition,
                        businessKey);
        String all = String.join(
                "', '",
                site().jdbc()
                        .queryForList(
                                "select distinct proc_inst_id_ from act_ru_execution where root_proc_inst_id_ = ?"
                                        + " or proc_inst_id_ = ?",
                                String.class,
                                id,
                                id));
        for (String table : List.of("act_ru_ext_task", "act_ru_event_subscr", "act_ru_variable")) {
            sql("delete from " + table + " where proc_inst_id_ in ('" + all + "')");
        }
        sql("delete from act_ru_job where process_instance_id_ in ('" + all + "')");
        String executions = " from act_ru_execution where proc_inst_id_ in ('" + all + "')";
        String ids = String.join("', '", site().jdbc().queryForList("select id_" + executions, String.class));
        sql("update act_ru_execution set parent_id_ = null, super_exec_ = null, proc_inst_id_ = null where id_ in ('"
                + ids + "')");
        sql("delete from act_ru_execution where id_ in ('" + ids + "')");
    }

    private void sql(String sql) {
        site().jdbc().update(sql);
    }
}
