package io.fateflow.operations.doctor;

import java.sql.Timestamp;
import java.util.List;
import java.util.Map;

/** Whoever waits has written down what for, and something will wake them. */
final class WaitChecks {

    /** From those who wait, who are few: an instance has its job's id as its own key, or that of the one that has called it. */
    private static final String WAKE_UP_MISSED = """
            select distinct t.job_id, t.task_id, t.task_version, t.initiator_role as role,
                t.initiator_party_id as party_id, t.waiter_instance_id, t.status
            from act_ru_event_subscr s
            join act_ru_execution e on e.id_ = s.proc_inst_id_
            join act_ru_execution r on r.id_ = e.root_proc_inst_id_
            join task t on t.job_id = coalesce(e.business_key_, r.business_key_) and t.waiter_instance_id = e.id_
            where s.event_name_ = 'task ended' and t.status not in ('waiting', 'running') and %s
                and not exists (
                    select 1 from task n where n.task_id = t.task_id and n.task_version > t.task_version)
            order by task_id, task_version
            """.formatted(CheckSql.allHere("t"));

    private static final String WITHOUT_REASON = """
            select j.job_id
            from job j
            where j.is_initiator = true and j.status = 'waiting' and j.wait_reason is null
                and exists (
                    select 1
                    from act_ru_event_subscr s
                    where s.proc_inst_id_ = j.process_instance_id and s.event_name_ = 'resources released')
            order by j.job_id
            """;

    private static final String FOR_NOTHING = """
            select j.job_id, j.process_instance_id
            from job j
            where j.is_initiator = true and j.status = 'waiting'
                and not exists (
                    select 1
                    from act_ru_event_subscr s
                    where s.proc_inst_id_ = j.process_instance_id and s.event_name_ <> 'stop job')
                and not exists (
                    select 1
                    from act_ru_job a
                    where a.process_instance_id_ = j.process_instance_id and a.type_ = 'message')
                and exists (select 1 from act_ru_execution e where e.id_ = j.process_instance_id)
            order by j.job_id
            """;

    private static final String REPORT_STUCK = """
            select t.job_id, r.task_id, r.task_version, r.role, r.party_id, t.initiator_party_id
            from task_report r
            join task t on t.task_id = r.task_id and t.task_version = r.task_version and t.role = r.role
                and t.party_id = r.party_id
            where r.under_way = true and not %s
            order by r.task_id, r.task_version, r.role, r.party_id
            """.formatted(CheckSql.isTold("fate-report", CheckSql.attemptKey("r")));

    private static final String INCIDENTS = """
            select c.activity_id_ as activity_id, c.incident_msg_ as message, d.key_ as definition_key,
                i.business_key_ as business_key
            from act_ru_incident c
            left join act_re_procdef d on d.id_ = c.proc_def_id_
            left join act_ru_execution i on i.id_ = c.proc_inst_id_
            where c.cause_incident_id_ = c.id_
            order by c.incident_timestamp_
            """;

    private WaitChecks() {}

    static List<Check> all(long now, long patienceMillis) {
        Timestamp longAgo = new Timestamp(now - patienceMillis);
        return List.of(
                wakeUpMissed(),
                withoutReason(),
                forNothing(),
                noWorker(longAgo),
                silentWorker(longAgo),
                troubledWorker(),
                reportStuck(),
                standsStill(longAgo),
                incidents());
    }

    private static Check wakeUpMissed() {
        return Check.of(
                Rule.WAKE_UP_MISSED,
                WAKE_UP_MISSED,
                (row, number) -> Finding.of(
                        Rule.WAKE_UP_MISSED,
                        CheckSql.attempt(row),
                        "it is " + row.getString("status") + ", and process instance "
                                + row.getString("waiter_instance_id") + " waits for it",
                        new Repair.TellWaiter(
                                row.getString("job_id"), CheckSql.key(row), row.getString("waiter_instance_id"))));
    }

    private static Check withoutReason() {
        return Check.of(
                Rule.WAITS_WITHOUT_REASON,
                WITHOUT_REASON,
                (row, number) -> Finding.of(
                        Rule.WAITS_WITHOUT_REASON,
                        "job " + row.getString("job_id"),
                        "it waits for resources, and has no reason",
                        new Repair.Wake(row.getString("job_id"))));
    }

    /** A step that is to be done, by now or by an operator, is a job of the engine. */
    private static Check forNothing() {
        return Check.of(
                Rule.WAITS_FOR_NOTHING,
                FOR_NOTHING,
                (row, number) -> Finding.of(
                        Rule.WAITS_FOR_NOTHING,
                        "job " + row.getString("job_id"),
                        "process instance " + row.getString("process_instance_id")
                                + " waits for no message and has no step to do"));
    }

    private static Check noWorker(Timestamp longAgo) {
        return new Check(
                Rule.NO_WORKER,
                """
                select i.business_key_ as business_key, x.create_time_ as made
                from act_ru_ext_task x
                join act_ru_execution i on i.id_ = x.proc_inst_id_
                where x.topic_name_ like 'fate-executor%' and x.worker_id_ is null and x.create_time_ < :before
                order by x.create_time_
                """,
                Map.of("before", longAgo),
                (row, number) -> Finding.of(
                        Rule.NO_WORKER,
                        "attempt " + row.getString("business_key"),
                        "no worker has taken it since "
                                + row.getTimestamp("made").toInstant()));
    }

    private static Check silentWorker(Timestamp longAgo) {
        return new Check(
                Rule.NO_WORKER,
                """
                select i.business_key_ as business_key, x.lock_exp_time_ as silent_since, x.worker_id_ as worker_id
                from act_ru_ext_task x
                join act_ru_execution i on i.id_ = x.proc_inst_id_
                where x.topic_name_ like 'fate-executor%' and x.lock_exp_time_ < :before
                order by x.lock_exp_time_
                """,
                Map.of("before", longAgo),
                (row, number) -> Finding.of(
                        Rule.NO_WORKER,
                        "attempt " + row.getString("business_key"),
                        "worker " + row.getString("worker_id") + " has been silent since "
                                + row.getTimestamp("silent_since").toInstant() + ", and no other has taken it"));
    }

    private static Check troubledWorker() {
        return Check.of(
                Rule.WORKER_TROUBLE,
                "select worker_id, host, trouble from worker where trouble <> '' and mode = 'active' order by worker_id",
                (row, number) -> Finding.of(
                        Rule.WORKER_TROUBLE,
                        "worker %s on %s".formatted(row.getString("worker_id"), row.getString("host")),
                        row.getString("trouble")));
    }

    private static Check reportStuck() {
        return Check.of(
                Rule.REPORT_STUCK,
                REPORT_STUCK,
                (row, number) -> Finding.of(
                        Rule.REPORT_STUCK,
                        CheckSql.attempt(row),
                        "party " + row.getString("initiator_party_id") + " is to be told, and no process does it",
                        new Repair.SendReport(row.getString("job_id"), CheckSql.key(row))));
    }

    private static Check standsStill(Timestamp longAgo) {
        return new Check(
                Rule.ENGINE_STANDS_STILL,
                """
                select count(*) as steps, min(duedate_) as oldest
                from act_ru_job
                where duedate_ < :before and retries_ > 0 and suspension_state_ = 1 and lock_exp_time_ is null
                having count(*) > 0
                """,
                Map.of("before", longAgo),
                (row, number) -> Finding.of(
                        Rule.ENGINE_STANDS_STILL,
                        "job executor",
                        "%d steps and timers are due, the oldest since %s"
                                .formatted(
                                        row.getInt("steps"),
                                        row.getTimestamp("oldest").toInstant())));
    }

    private static Check incidents() {
        return Check.of(
                Rule.INCIDENT,
                INCIDENTS,
                (row, number) -> Finding.of(
                        Rule.INCIDENT,
                        "%s of %s, %s"
                                .formatted(
                                        row.getString("activity_id"),
                                        row.getString("definition_key"),
                                        row.getString("business_key")),
                        String.valueOf(row.getString("message"))));
    }
}
