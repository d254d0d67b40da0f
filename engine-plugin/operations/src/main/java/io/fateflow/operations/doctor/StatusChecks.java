package io.fateflow.operations.doctor;

import java.util.List;

/** Parties of one site agree, and a component is what its parties make it. Jobs of several sites are not judged. */
final class StatusChecks {

    /** Whose they are is asked of those that disagree alone, of which there are hardly any. */
    private static final String JOBS = """
            select d.job_id, d.one_status, d.other_status
            from (
                select p.job_id, min(p.status) as one_status, max(p.status) as other_status
                from (%s) j
                join job p on p.job_id = j.job_id
                group by p.job_id
                having min(p.status) <> max(p.status)) d
            where %s
            order by d.job_id
            """.formatted(CheckSql.RECENT_JOBS, local("d"));

    private static final String TASKS = """
            select d.job_id, d.task_id, d.task_version, d.one_status, d.other_status
            from (
                select t.job_id, t.task_id, t.task_version, min(t.status) as one_status, max(t.status) as other_status
                from (%s) j
                join task t on t.job_id = j.job_id
                group by t.job_id, t.task_id, t.task_version
                having min(t.status) <> max(t.status)) d
            where %s
            order by d.task_id, d.task_version
            """.formatted(CheckSql.RECENT_JOBS, local("d"));

    private static final String DECIDED = """
            select t.job_id, t.task_id, t.task_version
            from task t
            where t.status = 'running' and %s
            group by t.job_id, t.task_id, t.task_version
            having sum(case when t.party_status in ('success', 'pass', 'failed', 'timeout', 'canceled') then 0 else 1 end) = 0
                or sum(case when t.party_status in ('failed', 'timeout', 'canceled') then 1 else 0 end) > 0
            order by t.task_id, t.task_version
            """.formatted(local("t"));

    /** By pairs: of two lists H2 uses the first one with the index, and reads every task that has ever succeeded. */
    private static final String SUCCESSES = """
            select t.job_id, t.task_id, t.task_version, t.role, t.party_id, t.status, t.party_status
            from task t
            where (t.status, t.party_status) in (
                    ('success', 'waiting'), ('success', 'running'), ('success', 'failed'), ('success', 'timeout'),
                    ('success', 'canceled'), ('pass', 'waiting'), ('pass', 'running'), ('pass', 'failed'),
                    ('pass', 'timeout'), ('pass', 'canceled'))
                and %s
            order by t.task_id, t.task_version, t.role, t.party_id
            """.formatted(local("t"));

    private StatusChecks() {}

    static List<Check> all() {
        return List.of(jobs(), tasks(), decided(), successes());
    }

    private static String local(String alias) {
        return CheckSql.initiatedHere(alias) + " and " + CheckSql.allHere(alias);
    }

    private static Check jobs() {
        return Check.of(
                Rule.PARTIES_DISAGREE,
                JOBS,
                (row, number) -> Finding.of(
                        Rule.PARTIES_DISAGREE,
                        "job " + row.getString("job_id"),
                        "at one party it is %s, at another %s"
                                .formatted(row.getString("one_status"), row.getString("other_status"))));
    }

    private static Check tasks() {
        return Check.of(
                Rule.PARTIES_DISAGREE,
                TASKS,
                (row, number) -> Finding.of(
                        Rule.PARTIES_DISAGREE,
                        CheckSql.component(row),
                        "at one party it is %s as a whole, at another %s"
                                .formatted(row.getString("one_status"), row.getString("other_status"))));
    }

    /** The report that decides sets the status in its own transaction: running, with all parties ended, is never seen. */
    private static Check decided() {
        return Check.of(
                Rule.STATUS_DOES_NOT_FOLLOW,
                DECIDED,
                (row, number) -> Finding.of(
                        Rule.STATUS_DOES_NOT_FOLLOW,
                        CheckSql.component(row),
                        "it is running, and its parties have decided it"));
    }

    private static Check successes() {
        return Check.of(
                Rule.STATUS_DOES_NOT_FOLLOW,
                SUCCESSES,
                (row, number) -> Finding.of(
                        Rule.STATUS_DOES_NOT_FOLLOW,
                        CheckSql.attempt(row),
                        "as a whole it is %s, at this party %s"
                                .formatted(row.getString("status"), row.getString("party_status"))));
    }
}
