package io.fateflow.operations.doctor;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.fateflow.dsl.Party;
import io.fateflow.engine.task.TaskKey;

/** Whatever has not ended is moved by exactly one process, and every process moves something that has not ended. */
final class ProcessChecks {

    private static final String KEY = "t.task_id || '|' || t.task_version || '|' || t.role || '|' || t.party_id";
    private static final String INSTANCES =
            " from act_ru_execution e join act_re_procdef d on d.id_ = e.proc_def_id_ where e.parent_id_ is null";
    /** An instance with the one that has called it, or whose caller was called. */
    private static final String INSTANCES_AND_ROOTS =
            " from act_ru_execution e join act_re_procdef d on d.id_ = e.proc_def_id_"
                    + " join act_ru_execution r on r.id_ = e.root_proc_inst_id_ where e.parent_id_ is null";

    private static final String OPEN = "('ready', 'waiting', 'running')";

    private static final int LONGEST_JOB_ID = 25;

    private ProcessChecks() {}

    static List<Check> all() {
        return List.of(
                ofEndedJobs(),
                ofEndedParties(),
                jobsWithout(),
                jobsWithSeveral(),
                attemptsWithout(),
                withoutAttempts(),
                suspended(),
                stepsSuspended());
    }

    /** A failed job keeps its own process, which waits for an operator. */
    private static Check ofEndedJobs() {
        return Check.of(
                Rule.PROCESS_OF_ENDED_JOB,
                "select e.business_key_, e.id_, d.key_" + INSTANCES
                        + " and (d.key_ in ('fate-job', 'fate-task') or d.key_ like 'fate-dag-%')"
                        + " and not exists (select 1 from job j where j.job_id = e.business_key_"
                        + " and (j.status in " + OPEN + " or (d.key_ = 'fate-job' and j.status = 'failed')"
                        + " or not" + Check.allHere("j") + "))"
                        + " order by e.id_",
                (row, number) -> process(Rule.PROCESS_OF_ENDED_JOB, row, "the job has ended, or is not known"));
    }

    private static Check ofEndedParties() {
        return Check.of(
                Rule.PROCESS_OF_ENDED_JOB,
                "select t.job_id, e.id_, d.key_ from act_ru_execution e join act_re_procdef d on d.id_ = e.proc_def_id_"
                        + " join task t on e.business_key_ = " + KEY + " join job j on j.job_id = t.job_id"
                        + " and j.role = t.role and j.party_id = t.party_id where e.parent_id_ is null"
                        + " and d.key_ = 'fate-party-task' and t.party_status in ('waiting', 'running')"
                        + " and j.status not in " + OPEN + " order by e.id_",
                (row, number) -> process(Rule.PROCESS_OF_ENDED_JOB, row, "the job has ended at this party"));
    }

    /** Suspending an instance of a job suspends the job; what an earlier version, or the engine's tables, left is not. */
    private static Check suspended() {
        return Check.of(
                Rule.PROCESS_SUSPENDED,
                "select e.id_, d.key_, coalesce(e.business_key_, r.business_key_)" + INSTANCES_AND_ROOTS
                        + " and d.key_ like 'fate-%' and e.suspension_state_ = 2 order by e.id_",
                (row, number) -> Finding.of(
                        Rule.PROCESS_SUSPENDED,
                        "process instance %s of %s, key %s"
                                .formatted(row.getString(1), row.getString(2), row.getString(3)),
                        "it is suspended in the engine",
                        new Repair.Activate(jobOf(row.getString(3)), row.getString(1))));
    }

    private static Check stepsSuspended() {
        return Check.of(
                Rule.STEP_SUSPENDED,
                "select a.id_, f.act_id_, d.key_, e.business_key_ from act_ru_job a"
                        + " join act_ru_execution e on e.id_ = a.process_instance_id_"
                        + " join act_re_procdef d on d.id_ = e.proc_def_id_"
                        + " left join act_ru_jobdef f on f.id_ = a.job_def_id_"
                        + " where d.key_ like 'fate-%' and a.suspension_state_ = 2 and e.suspension_state_ = 1"
                        + " order by a.id_",
                (row, number) -> Finding.of(
                        Rule.STEP_SUSPENDED,
                        "%s of %s, key %s".formatted(row.getString(2), row.getString(3), row.getString(4)),
                        "job %s of the engine is suspended".formatted(row.getString(1))));
    }

    static Finding process(Rule rule, ResultSet row, String what) throws SQLException {
        return Finding.of(
                rule,
                "process instance %s of %s, key %s".formatted(row.getString(2), row.getString(3), row.getString(1)),
                what,
                new Repair.EndProcess(jobOf(row.getString(1)), row.getString(2)));
    }

    /** A job's id, or what begins with it; empty for what a job's id can't be. */
    private static String jobOf(@Nullable String businessKey) {
        String key = businessKey == null ? "" : businessKey;
        String jobId = key.split("[_|]", 2)[0];
        return jobId.length() <= LONGEST_JOB_ID ? jobId : "";
    }

    private static Check jobsWithout() {
        return Check.of(
                Rule.JOB_WITHOUT_PROCESS,
                "select j.job_id, j.status from job j where j.is_initiator = true and j.status in " + OPEN
                        + " and not exists (select 1" + INSTANCES
                        + " and d.key_ = 'fate-job' and e.business_key_ = j.job_id) order by j.job_id",
                (row, number) -> Finding.of(
                        Rule.JOB_WITHOUT_PROCESS,
                        "job " + row.getString(1),
                        "it is " + row.getString(2) + " and has no process",
                        new Repair.FailJob(row.getString(1))));
    }

    private static Check jobsWithSeveral() {
        return Check.of(
                Rule.SEVERAL_PROCESSES,
                "select e.business_key_, count(*)" + INSTANCES + " and d.key_ = 'fate-job'"
                        + " group by e.business_key_ having count(*) > 1 order by e.business_key_",
                (row, number) -> Finding.of(
                        Rule.SEVERAL_PROCESSES, "job " + row.getString(1), row.getInt(2) + " processes of fate-job"));
    }

    /** What another site stops in one call and sets the status of in a later one is only judged by its own status. */
    private static Check attemptsWithout() {
        return Check.of(
                Rule.ATTEMPT_WITHOUT_PROCESS,
                "select t.job_id, t.task_id, t.task_version, t.role, t.party_id, t.party_status from task t"
                        + " where t.run_on_this_party = true and t.status = 'running' and (t.party_status = 'running' or (t.party_status = 'waiting'"
                        + " and t.waiter_instance_id is not null)) and not exists (select 1" + INSTANCES
                        + " and d.key_ = 'fate-party-task' and e.business_key_ = " + KEY + ") order by t.task_id,"
                        + " t.task_version, t.role, t.party_id",
                (row, number) -> Finding.of(
                        Rule.ATTEMPT_WITHOUT_PROCESS,
                        attempt(row),
                        "it is " + row.getString(6) + " and has no process",
                        new Repair.FailAttempt(row.getString(1), key(row))));
    }

    private static Check withoutAttempts() {
        return Check.of(
                Rule.PROCESS_WITHOUT_ATTEMPT,
                "select e.business_key_, e.id_, d.key_" + INSTANCES + " and d.key_ = 'fate-party-task'"
                        + " and not exists (select 1 from task t where e.business_key_ = " + KEY
                        + " and t.party_status in ('waiting', 'running')) order by e.id_",
                (row, number) -> process(Rule.PROCESS_WITHOUT_ATTEMPT, row, "its attempt has ended, or is not known"));
    }

    /** Of a row that begins with job id, task id, version, role and party id. */
    static String attempt(ResultSet row) throws SQLException {
        return "task %s attempt %d %s %s"
                .formatted(row.getString(2), row.getInt(3), row.getString(4), row.getString(5));
    }

    /** As {@link #attempt}. */
    static TaskKey key(ResultSet row) throws SQLException {
        return new TaskKey(row.getString(2), row.getInt(3), Party.of(row.getString(4), row.getString(5)));
    }
}
