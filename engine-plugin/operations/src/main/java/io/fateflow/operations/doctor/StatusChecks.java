package io.fateflow.operations.doctor;

import java.util.List;

/** Parties of one site agree, and a component is what its parties make it. Jobs of several sites are not judged. */
final class StatusChecks {

    private static final String LOCAL =
            " exists (select 1 from job i where i.job_id = %1$s.job_id and i.is_initiator = true) and"
                    + Check.allHere("%1$s");
    private static final String ENDED = "'success', 'pass', 'failed', 'timeout', 'canceled'";

    private StatusChecks() {}

    static List<Check> all() {
        return List.of(jobs(), tasks(), decided(), successes());
    }

    private static Check jobs() {
        return Check.of(
                Rule.PARTIES_DISAGREE,
                "select j.job_id, min(j.status), max(j.status) from job j where" + LOCAL.formatted("j")
                        + " group by j.job_id having min(j.status) <> max(j.status) order by j.job_id",
                (row, number) -> Finding.of(
                        Rule.PARTIES_DISAGREE,
                        "job " + row.getString(1),
                        "at one party it is %s, at another %s".formatted(row.getString(2), row.getString(3))));
    }

    private static Check tasks() {
        return Check.of(
                Rule.PARTIES_DISAGREE,
                "select t.job_id, t.task_id, t.task_version, min(t.status), max(t.status) from task t where"
                        + LOCAL.formatted("t") + " group by t.job_id, t.task_id, t.task_version"
                        + " having min(t.status) <> max(t.status) order by t.task_id, t.task_version",
                (row, number) -> Finding.of(
                        Rule.PARTIES_DISAGREE,
                        "task %s attempt %d".formatted(row.getString(2), row.getInt(3)),
                        "at one party it is %s as a whole, at another %s"
                                .formatted(row.getString(4), row.getString(5))));
    }

    /** The report that decides sets the status in its own transaction: running, with all parties ended, is never seen. */
    private static Check decided() {
        return Check.of(
                Rule.STATUS_DOES_NOT_FOLLOW,
                "select t.job_id, t.task_id, t.task_version from task t where t.status = 'running' and"
                        + LOCAL.formatted("t") + " group by t.job_id, t.task_id, t.task_version having"
                        + " sum(case when t.party_status in (" + ENDED + ") then 0 else 1 end) = 0 or"
                        + " sum(case when t.party_status in ('failed', 'timeout', 'canceled') then 1 else 0 end) > 0"
                        + " order by t.task_id, t.task_version",
                (row, number) -> Finding.of(
                        Rule.STATUS_DOES_NOT_FOLLOW,
                        "task %s attempt %d".formatted(row.getString(2), row.getInt(3)),
                        "it is running, and its parties have decided it"));
    }

    private static Check successes() {
        return Check.of(
                Rule.STATUS_DOES_NOT_FOLLOW,
                "select t.job_id, t.task_id, t.task_version, t.role, t.party_id, t.status, t.party_status from task t"
                        + " where t.status in ('success', 'pass') and t.party_status not in ('success', 'pass') and"
                        + LOCAL.formatted("t") + " order by t.task_id, t.task_version, t.role, t.party_id",
                (row, number) -> Finding.of(
                        Rule.STATUS_DOES_NOT_FOLLOW,
                        ProcessChecks.attempt(row),
                        "as a whole it is %s, at this party %s".formatted(row.getString(6), row.getString(7))));
    }
}
