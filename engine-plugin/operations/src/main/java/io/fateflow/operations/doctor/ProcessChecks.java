package io.fateflow.operations.doctor;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Whatever has not ended is moved by exactly one process, and every process moves something that has not ended. */
final class ProcessChecks {

    /** What {@link #process} reads, of an instance {@code e} of a definition {@code d}. */
    static final String COLUMNS = "e.business_key_ as business_key, e.id_ as instance_id, d.key_ as definition_key";

    private static final String OF_ENDED_JOBS =
            """
            select %s
            %s
                and (d.key_ in ('fate-job', 'fate-task') or d.key_ like 'fate-dag-%%')
                and not exists (
                    select 1
                    from job j
                    where j.job_id = e.business_key_
                        and (j.status in %s or (d.key_ = 'fate-job' and j.status = 'failed') or not %s))
            order by e.id_
            """.formatted(COLUMNS, CheckSql.INSTANCES, CheckSql.OPEN, CheckSql.allHere("j"));

    private static final String OF_ENDED_PARTIES =
            """
            select t.job_id as business_key, e.id_ as instance_id, d.key_ as definition_key
            from act_ru_execution e
            join act_re_procdef d on d.id_ = e.proc_def_id_
            join task t on %s and e.business_key_ = %s
            join job j on j.job_id = t.job_id and j.role = t.role and j.party_id = t.party_id
            where e.parent_id_ is null and d.key_ = 'fate-party-task' and t.party_status in ('waiting', 'running')
                and j.status not in %s
            order by e.id_
            """.formatted(CheckSql.taskOf("t", "e.business_key_"), CheckSql.attemptKey("t"), CheckSql.OPEN);

    /** An instance has its own key, or that of the one that has called it, or whose caller was called. */
    private static final String SUSPENDED = """
            select coalesce(e.business_key_, r.business_key_) as business_key, e.id_ as instance_id,
                d.key_ as definition_key
            from act_ru_execution e
            join act_re_procdef d on d.id_ = e.proc_def_id_
            join act_ru_execution r on r.id_ = e.root_proc_inst_id_
            where e.parent_id_ is null and d.key_ like 'fate-%' and e.suspension_state_ = 2
            order by e.id_
            """;

    private static final String STEPS_SUSPENDED = """
            select a.id_ as step_id, f.act_id_ as activity_id, d.key_ as definition_key,
                e.business_key_ as business_key
            from act_ru_job a
            join act_ru_execution e on e.id_ = a.process_instance_id_
            join act_re_procdef d on d.id_ = e.proc_def_id_
            left join act_ru_jobdef f on f.id_ = a.job_def_id_
            where d.key_ like 'fate-%' and a.suspension_state_ = 2 and e.suspension_state_ = 1
            order by a.id_
            """;

    private static final String JOBS_WITHOUT =
            """
            select j.job_id, j.status
            from job j
            where j.is_initiator = true and j.status in %s and not %s
            order by j.job_id
            """.formatted(CheckSql.OPEN, CheckSql.hasProcess("fate-job", "j.job_id"));

    private static final String JOBS_WITH_SEVERAL = """
            select e.business_key_ as job_id, count(*) as processes
            %s and d.key_ = 'fate-job'
            group by e.business_key_
            having count(*) > 1
            order by e.business_key_
            """.formatted(CheckSql.INSTANCES);

    private static final String ATTEMPTS_WITHOUT =
            """
            select t.job_id, t.task_id, t.task_version, t.role, t.party_id, t.party_status
            from task t
            where t.run_on_this_party = true and t.status = 'running'
                and (t.party_status = 'running' or (t.party_status = 'waiting' and t.waiter_instance_id is not null))
                and not %s
            order by t.task_id, t.task_version, t.role, t.party_id
            """.formatted(CheckSql.hasProcess("fate-party-task", CheckSql.attemptKey("t")));

    private static final String WITHOUT_ATTEMPTS = """
            select %s
            %s and d.key_ = 'fate-party-task'
                and not exists (
                    select 1
                    from task t
                    where %s and e.business_key_ = %s and t.party_status in ('waiting', 'running'))
            order by e.id_
            """.formatted(
                    COLUMNS, CheckSql.INSTANCES, CheckSql.taskOf("t", "e.business_key_"), CheckSql.attemptKey("t"));

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
                OF_ENDED_JOBS,
                (row, number) -> process(Rule.PROCESS_OF_ENDED_JOB, row, "the job has ended, or is not known"));
    }

    private static Check ofEndedParties() {
        return Check.of(
                Rule.PROCESS_OF_ENDED_JOB,
                OF_ENDED_PARTIES,
                (row, number) -> process(Rule.PROCESS_OF_ENDED_JOB, row, "the job has ended at this party"));
    }

    /** Suspending an instance of a job suspends the job; what an earlier version, or the engine's tables, left is not. */
    private static Check suspended() {
        return Check.of(
                Rule.PROCESS_SUSPENDED,
                SUSPENDED,
                (row, number) -> Finding.of(
                        Rule.PROCESS_SUSPENDED,
                        place(row),
                        "it is suspended in the engine",
                        new Repair.Activate(jobOf(row.getString("business_key")), row.getString("instance_id"))));
    }

    private static Check stepsSuspended() {
        return Check.of(
                Rule.STEP_SUSPENDED,
                STEPS_SUSPENDED,
                (row, number) -> Finding.of(
                        Rule.STEP_SUSPENDED,
                        "%s of %s, key %s"
                                .formatted(
                                        row.getString("activity_id"),
                                        row.getString("definition_key"),
                                        row.getString("business_key")),
                        "job %s of the engine is suspended".formatted(row.getString("step_id"))));
    }

    static Finding process(Rule rule, ResultSet row, String what) throws SQLException {
        return Finding.of(
                rule,
                place(row),
                what,
                new Repair.EndProcess(jobOf(row.getString("business_key")), row.getString("instance_id")));
    }

    private static String place(ResultSet row) throws SQLException {
        return "process instance %s of %s, key %s"
                .formatted(
                        row.getString("instance_id"), row.getString("definition_key"), row.getString("business_key"));
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
                JOBS_WITHOUT,
                (row, number) -> Finding.of(
                        Rule.JOB_WITHOUT_PROCESS,
                        "job " + row.getString("job_id"),
                        "it is " + row.getString("status") + " and has no process",
                        new Repair.FailJob(row.getString("job_id"))));
    }

    private static Check jobsWithSeveral() {
        return Check.of(
                Rule.SEVERAL_PROCESSES,
                JOBS_WITH_SEVERAL,
                (row, number) -> Finding.of(
                        Rule.SEVERAL_PROCESSES,
                        "job " + row.getString("job_id"),
                        row.getInt("processes") + " processes of fate-job"));
    }

    /** What another site stops in one call and sets the status of in a later one is only judged by its own status. */
    private static Check attemptsWithout() {
        return Check.of(
                Rule.ATTEMPT_WITHOUT_PROCESS,
                ATTEMPTS_WITHOUT,
                (row, number) -> Finding.of(
                        Rule.ATTEMPT_WITHOUT_PROCESS,
                        CheckSql.attempt(row),
                        "it is " + row.getString("party_status") + " and has no process",
                        new Repair.FailAttempt(row.getString("job_id"), CheckSql.key(row))));
    }

    private static Check withoutAttempts() {
        return Check.of(
                Rule.PROCESS_WITHOUT_ATTEMPT,
                WITHOUT_ATTEMPTS,
                (row, number) -> process(Rule.PROCESS_WITHOUT_ATTEMPT, row, "its attempt has ended, or is not known"));
    }
}
