package io.fateflow.operations.doctor;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.LeaseKey;
import io.fateflow.engine.resource.LeaseKind;

/** {@code remaining = total - sum of leases}, and every lease has an owner that runs. */
final class LeaseChecks {

    private static final String OWNER = " j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id";

    private LeaseChecks() {}

    static List<Check> all(long now, long patienceMillis) {
        return List.of(
                engineSums(),
                jobSums(),
                gateSums(),
                ofEndedJobs(),
                ofEndedAttempts(),
                ofGates(),
                notStarted(now, patienceMillis));
    }

    private static Check engineSums() {
        return Check.of(
                Rule.ENGINE_SUM,
                "select e.engine_type, e.engine_name, e.cores, e.remaining_cores, coalesce(sum(l.cores), 0) as leased,"
                        + " e.memory, e.remaining_memory, coalesce(sum(l.memory), 0) as leased_memory"
                        + " from engine_registry e left join resource_lease l on l.kind = 'job'"
                        + " and l.engine_type = e.engine_type and l.engine_name = e.engine_name"
                        + " group by e.engine_type, e.engine_name, e.cores, e.remaining_cores, e.memory,"
                        + " e.remaining_memory having e.cores - e.remaining_cores <> coalesce(sum(l.cores), 0)"
                        + " or e.memory - e.remaining_memory <> coalesce(sum(l.memory), 0)",
                (row, number) -> Finding.of(
                        Rule.ENGINE_SUM,
                        "engine " + row.getString(1) + " " + row.getString(2),
                        "of %s cores %s are free and %s leased; of %s MB %s are free and %s leased"
                                .formatted(
                                        row.getBigDecimal(3),
                                        row.getBigDecimal(4),
                                        row.getBigDecimal(5),
                                        row.getBigDecimal(6),
                                        row.getBigDecimal(7),
                                        row.getBigDecimal(8)),
                        new Repair.RecomputeEngine(new EngineName(row.getString(1), row.getString(2)))));
    }

    private static Check jobSums() {
        return Check.of(
                Rule.JOB_SUM,
                "select j.job_id, j.role, j.party_id, j.cores, j.remaining_cores, coalesce(sum(l.cores), 0)"
                        + " from job j left join resource_lease l on l.kind = 'task' and" + OWNER
                        + " where j.resource_in_use = true group by j.job_id, j.role, j.party_id, j.cores,"
                        + " j.remaining_cores, j.memory, j.remaining_memory"
                        + " having j.cores - j.remaining_cores <> coalesce(sum(l.cores), 0)"
                        + " or j.memory - j.remaining_memory <> coalesce(sum(l.memory), 0)",
                (row, number) -> Finding.of(
                        Rule.JOB_SUM,
                        party(row),
                        "of %s cores %s are free and %s leased to its components"
                                .formatted(row.getBigDecimal(4), row.getBigDecimal(5), row.getBigDecimal(6)),
                        new Repair.RecomputeJob(row.getString(1))));
    }

    private static Check gateSums() {
        return Check.of(
                Rule.JOB_SUM,
                "select j.job_id, j.role, j.party_id, j.gate_slots, j.remaining_gate_slots, coalesce(sum(l.slots), 0)"
                        + " from job j left join resource_lease l on l.kind = 'gate' and" + OWNER
                        + " where j.is_initiator = true group by j.job_id, j.role, j.party_id, j.gate_slots,"
                        + " j.remaining_gate_slots having j.gate_slots - j.remaining_gate_slots <>"
                        + " coalesce(sum(l.slots), 0)",
                (row, number) -> Finding.of(
                        Rule.JOB_SUM,
                        party(row) + " gate",
                        "of task_parallelism %d, %d are free and %d leased"
                                .formatted(row.getInt(4), row.getInt(5), row.getInt(6)),
                        new Repair.RecomputeJob(row.getString(1))));
    }

    private static Check ofEndedJobs() {
        return Check.of(
                Rule.LEASE_OF_ENDED_JOB,
                "select l.job_id, l.role, l.party_id, count(*), sum(l.cores) from resource_lease l"
                        + " where l.kind <> 'bundle' and not exists (select 1 from job j where" + OWNER
                        + " and j.status in ('ready', 'waiting', 'running'))"
                        + " group by l.job_id, l.role, l.party_id order by l.job_id, l.role, l.party_id",
                (row, number) -> Finding.of(
                        Rule.LEASE_OF_ENDED_JOB,
                        party(row),
                        "%d leases with %s cores".formatted(row.getInt(4), row.getBigDecimal(5)),
                        new Repair.ReleaseJob(row.getString(1))));
    }

    private static Check ofEndedAttempts() {
        return attempts(
                LeaseKind.TASK,
                "not exists (select 1 from act_ru_execution e where e.parent_id_ is null and"
                        + " e.business_key_ = l.task_id || '|' || l.task_version || '|' || l.role || '|' || l.party_id)");
    }

    private static Check ofGates() {
        return attempts(
                LeaseKind.GATE,
                "not exists (select 1 from task t where t.task_id = l.task_id and t.task_version ="
                        + " l.task_version and (t.status = 'running' or (t.status = 'waiting' and not"
                        + Check.allHere("t") + ")))");
    }

    private static Check attempts(LeaseKind kind, String condition) {
        return Check.of(
                Rule.LEASE_OF_ENDED_ATTEMPT,
                "select l.job_id, l.role, l.party_id, l.task_id, l.task_version, l.cores from resource_lease l"
                        + " where l.kind = '" + kind.wire() + "' and " + condition
                        + " and exists (select 1 from job j where"
                        + OWNER + " and j.status in ('ready', 'waiting', 'running')) order by l.task_id, l.role,"
                        + " l.party_id",
                (row, number) -> Finding.of(
                        Rule.LEASE_OF_ENDED_ATTEMPT,
                        "task %s attempt %d %s %s %s"
                                .formatted(
                                        row.getString(4),
                                        row.getInt(5),
                                        row.getString(2),
                                        row.getString(3),
                                        kind.wire()),
                        "it does not run, and holds "
                                + (kind == LeaseKind.GATE ? "a slot" : row.getBigDecimal(6) + " cores"),
                        new Repair.ReleaseAttempt(new LeaseKey(
                                kind,
                                row.getString(1),
                                Party.of(row.getString(2), row.getString(3)),
                                row.getString(4),
                                row.getInt(5)))));
    }

    /** Only initiators on other sites reserve in one call and start in another. */
    private static Check notStarted(long now, long patienceMillis) {
        return new Check(
                Rule.RESERVATION_NOT_STARTED,
                "select l.job_id, l.role, l.party_id, l.cores, j.initiator_party_id from resource_lease l join job j on"
                        + OWNER
                        + " where l.kind = 'job' and j.status in ('ready', 'waiting') and l.since_time < :before"
                        + " and not exists (select 1 from job i where i.job_id = j.job_id and i.is_initiator = true)"
                        + " order by l.job_id, l.role, l.party_id",
                Map.of("before", now - patienceMillis),
                (row, number) -> Finding.of(
                        Rule.RESERVATION_NOT_STARTED,
                        party(row),
                        "%s cores reserved by party %s".formatted(row.getBigDecimal(4), row.getString(5)),
                        new Repair.ReleaseJob(row.getString(1))));
    }

    static String party(ResultSet row) throws SQLException {
        return "job " + row.getString(1) + " " + row.getString(2) + " " + row.getString(3);
    }
}
