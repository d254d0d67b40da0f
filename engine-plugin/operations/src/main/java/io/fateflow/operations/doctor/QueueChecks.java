package io.fateflow.operations.doctor;

import java.math.BigDecimal;
import java.util.List;

import io.fateflow.engine.resource.queue.QueueStore;

/** Queues are promised no more than there is, and nobody waits in one for what it may never hold. */
final class QueueChecks {

    private static final String LIMITS = """
            select j.job_id, j.wanted_cores, q.name as queue_name, q.nominal_quota + q.borrowing_limit as most_cores
            from job j
            join job_queue q on q.name = %s
            where j.status = 'waiting' and j.is_initiator = true and j.wait_since is not null
                and q.borrowing_limit is not null and j.wanted_cores > q.nominal_quota + q.borrowing_limit
            order by j.job_id
            """.formatted(QueueStore.QUEUE_OF_JOB);

    private QueueChecks() {}

    static List<Check> all() {
        return List.of(promises(), limits());
    }

    private static Check promises() {
        return Check.of(
                Rule.QUEUES_PROMISE_TOO_MUCH,
                """
                select s.promised, e.there
                from (select sum(q.nominal_quota) as promised from job_queue q) s,
                    (select coalesce(max(r.cores), 0) as there from engine_registry r where r.engine_type = 'computing') e
                where s.promised > e.there
                """,
                (row, number) -> Finding.of(
                        Rule.QUEUES_PROMISE_TOO_MUCH,
                        "queues",
                        "nominal quotas of %s cores, and the site has %s"
                                .formatted(plain(row.getBigDecimal("promised")), plain(row.getBigDecimal("there")))));
    }

    private static Check limits() {
        return Check.of(
                Rule.JOB_EXCEEDS_QUEUE,
                LIMITS,
                (row, number) -> Finding.of(
                        Rule.JOB_EXCEEDS_QUEUE,
                        "job " + row.getString("job_id"),
                        "it needs %s cores, and jobs of queue %s may hold %s"
                                .formatted(
                                        plain(row.getBigDecimal("wanted_cores")),
                                        row.getString("queue_name"),
                                        plain(row.getBigDecimal("most_cores")))));
    }

    private static String plain(BigDecimal amount) {
        return QueueStore.plain(amount);
    }
}
