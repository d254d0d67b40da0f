package io.fateflow.operations.doctor;

import java.util.List;
import java.util.Map;

import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.LeaseKind;

/** {@code remaining = total - sum of leases}, and every lease has an owner that runs. */
final class LeaseChecks {

    private static final String ENGINE_SUMS = """
            select e.engine_type, e.engine_name, e.cores, e.remaining_cores, coalesce(sum(l.cores), 0) as leased_cores,
                e.memory, e.remaining_memory, coalesce(sum(l.memory), 0) as leased_memory
            from engine_registry e
            left join resource_lease l
                on l.kind = 'job' and l.engine_type = e.engine_type and l.engine_name = e.engine_name
            group by e.engine_type, e.engine_name, e.cores, e.remaining_cores, e.memory, e.remaining_memory
            having e.cores - e.remaining_cores <> coalesce(sum(l.cores), 0)
                or e.memory - e.remaining_memory <> coalesce(sum(l.memory), 0)
            """;

    private static final String JOB_SUMS = CheckSql.recent("""
            select j.job_id, j.role, j.party_id, j.cores, j.remaining_cores, coalesce(sum(l.cores), 0) as leased_cores
            from job j
            left join resource_lease l on l.kind = 'task' and %s
            where j.resource_in_use = true and %s
            group by j.job_id, j.role, j.party_id, j.cores, j.remaining_cores, j.memory, j.remaining_memory
            having j.cores - j.remaining_cores <> coalesce(sum(l.cores), 0)
                or j.memory - j.remaining_memory <> coalesce(sum(l.memory), 0)
            """.formatted(CheckSql.OWNER, CheckSql.CHOSEN));

    private static final String GATE_SUMS = CheckSql.recent("""
            select j.job_id, j.role, j.party_id, j.gate_slots, j.remaining_gate_slots,
                coalesce(sum(l.slots), 0) as leased_slots
            from job j
            left join resource_lease l on l.kind = 'gate' and %s
            where j.is_initiator = true and %s
            group by j.job_id, j.role, j.party_id, j.gate_slots, j.remaining_gate_slots
            having j.gate_slots - j.remaining_gate_slots <> coalesce(sum(l.slots), 0)
            """.formatted(CheckSql.OWNER, CheckSql.CHOSEN));

    private static final String OF_ENDED_JOBS = """
            select l.job_id, l.role, l.party_id, count(*) as leases, sum(l.cores) as leased_cores
            from resource_lease l
            where l.kind <> 'bundle' and not exists (select 1 from job j where %s and j.status in %s)
            group by l.job_id, l.role, l.party_id
            order by l.job_id, l.role, l.party_id
            """.formatted(CheckSql.OWNER, CheckSql.OPEN);

    /** The last condition says of which leases the attempt does not run. */
    private static final String OF_ENDED_ATTEMPTS = """
            select l.job_id, l.role, l.party_id, l.task_id, l.task_version, l.cores
            from resource_lease l
            where l.kind = :kind and exists (select 1 from job j where %s and j.status in %s) and %s
            order by l.task_id, l.role, l.party_id
            """;

    private static final String NO_PROCESS = """
            not exists (select 1 from act_ru_execution e where e.parent_id_ is null and e.business_key_ = %s)""".formatted(CheckSql.attemptKey("l"));

    private static final String NO_TASK = """
            not exists (
                select 1
                from task t
                where t.task_id = l.task_id and t.task_version = l.task_version
                    and (t.status = 'running' or (t.status = 'waiting' and not %s)))""".formatted(CheckSql.allHere("t"));

    private static final String NOT_STARTED = """
            select l.job_id, l.role, l.party_id, l.cores, j.initiator_party_id
            from resource_lease l
            join job j on %s
            where l.kind = 'job' and j.status in ('ready', 'waiting') and l.since_time < :before and not %s
            order by l.job_id, l.role, l.party_id
            """.formatted(CheckSql.OWNER, CheckSql.initiatedHere("j"));

    private LeaseChecks() {}

    static List<Check> all(long now, long patienceMillis) {
        return List.of(
                engineSums(),
                jobSums(),
                gateSums(),
                ofEndedJobs(),
                ofEndedAttempts(LeaseKind.TASK, NO_PROCESS),
                ofEndedAttempts(LeaseKind.GATE, NO_TASK),
                notStarted(now, patienceMillis));
    }

    private static Check engineSums() {
        return Check.of(Rule.ENGINE_SUM, ENGINE_SUMS, (row, number) -> {
            EngineName engine = new EngineName(row.getString("engine_type"), row.getString("engine_name"));
            return Finding.of(
                    Rule.ENGINE_SUM,
                    "engine " + engine.type() + " " + engine.name(),
                    "of %s cores %s are free and %s leased; of %s MB %s are free and %s leased"
                            .formatted(
                                    row.getBigDecimal("cores"),
                                    row.getBigDecimal("remaining_cores"),
                                    row.getBigDecimal("leased_cores"),
                                    row.getBigDecimal("memory"),
                                    row.getBigDecimal("remaining_memory"),
                                    row.getBigDecimal("leased_memory")),
                    new Repair.RecomputeEngine(engine));
        });
    }

    private static Check jobSums() {
        return Check.of(
                Rule.JOB_SUM,
                JOB_SUMS,
                (row, number) -> Finding.of(
                        Rule.JOB_SUM,
                        CheckSql.jobAtParty(row),
                        "of %s cores %s are free and %s leased to its components"
                                .formatted(
                                        row.getBigDecimal("cores"),
                                        row.getBigDecimal("remaining_cores"),
                                        row.getBigDecimal("leased_cores")),
                        new Repair.RecomputeJob(row.getString("job_id"))));
    }

    private static Check gateSums() {
        return Check.of(
                Rule.JOB_SUM,
                GATE_SUMS,
                (row, number) -> Finding.of(
                        Rule.JOB_SUM,
                        CheckSql.jobAtParty(row) + " gate",
                        "of task_parallelism %d, %d are free and %d leased"
                                .formatted(
                                        row.getInt("gate_slots"),
                                        row.getInt("remaining_gate_slots"),
                                        row.getInt("leased_slots")),
                        new Repair.RecomputeJob(row.getString("job_id"))));
    }

    private static Check ofEndedJobs() {
        return Check.of(
                Rule.LEASE_OF_ENDED_JOB,
                OF_ENDED_JOBS,
                (row, number) -> Finding.of(
                        Rule.LEASE_OF_ENDED_JOB,
                        CheckSql.jobAtParty(row),
                        "%d leases with %s cores".formatted(row.getInt("leases"), row.getBigDecimal("leased_cores")),
                        new Repair.ReleaseJob(row.getString("job_id"))));
    }

    private static Check ofEndedAttempts(LeaseKind kind, String condition) {
        return new Check(
                Rule.LEASE_OF_ENDED_ATTEMPT,
                OF_ENDED_ATTEMPTS.formatted(CheckSql.OWNER, CheckSql.OPEN, condition),
                Map.of("kind", kind.wire()),
                (row, number) -> Finding.of(
                        Rule.LEASE_OF_ENDED_ATTEMPT,
                        CheckSql.attempt(row) + " " + kind.wire(),
                        "it does not run, and holds "
                                + (kind == LeaseKind.GATE ? "a slot" : row.getBigDecimal("cores") + " cores"),
                        new Repair.ReleaseAttempt(new LeaseKey(
                                kind,
                                row.getString("job_id"),
                                CheckSql.party(row),
                                row.getString("task_id"),
                                row.getInt("task_version")))));
    }

    /** Only initiators on other sites reserve in one call and start in another. */
    private static Check notStarted(long now, long patienceMillis) {
        return new Check(
                Rule.RESERVATION_NOT_STARTED,
                NOT_STARTED,
                Map.of("before", now - patienceMillis),
                (row, number) -> Finding.of(
                        Rule.RESERVATION_NOT_STARTED,
                        CheckSql.jobAtParty(row),
                        "%s cores reserved by party %s"
                                .formatted(row.getBigDecimal("cores"), row.getString("initiator_party_id")),
                        new Repair.ReleaseJob(row.getString("job_id"))));
    }
}
