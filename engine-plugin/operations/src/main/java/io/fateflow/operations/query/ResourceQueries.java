package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.resource.WaitReasons;

/** Who holds cores and memory, and who waits for them. */
public final class ResourceQueries {

    private static final int MOST = 200;

    private final JdbcTemplate jdbc;
    private final Supplier<WaitReasons.Now> reasons;

    /** @param reasons why jobs wait, as it is now */
    public ResourceQueries(JdbcTemplate jdbc, Supplier<WaitReasons.Now> reasons) {
        this.jdbc = jdbc;
        this.reasons = reasons;
    }

    /** Memory as FATE counts it; an engine may have none to give. */
    public record Engine(
            String type,
            String name,
            int nodes,
            BigDecimal cores,
            BigDecimal freeCores,
            BigDecimal memory,
            BigDecimal freeMemory) {}

    /** What a job or a task holds; times are epoch milliseconds, {@code until} that of a reservation. */
    public record Lease(
            String kind,
            String jobId,
            String jobName,
            String role,
            String partyId,
            String taskId,
            String engine,
            BigDecimal cores,
            BigDecimal memory,
            long since,
            @Nullable Long until) {}

    /** A job that waits; those of one queue in their order, its queue empty if that is the default one. */
    public record Waiting(
            String jobId,
            String name,
            String owner,
            BigDecimal cores,
            @Nullable Long since,
            boolean suspended,
            boolean elsewhere,
            String queue,
            int priority,
            String reason) {}

    /** All of them, by name. */
    public List<Engine> engines() {
        return jdbc.query(
                "select engine_type, engine_name, nodes, cores, remaining_cores, memory, remaining_memory"
                        + " from engine_registry order by engine_type, engine_name",
                (row, number) -> new Engine(
                        row.getString(1),
                        row.getString(2),
                        row.getInt(3),
                        row.getBigDecimal(4),
                        row.getBigDecimal(5),
                        row.getBigDecimal(6),
                        row.getBigDecimal(7)));
    }

    /** What jobs hold; what their tasks hold of it is the jobs' own. */
    public List<Lease> leases() {
        return jdbc.query(
                "select l.kind, l.job_id, j.name, l.role, l.party_id, l.task_id, l.engine_name, l.cores, l.memory,"
                        + " l.since_time, l.until_time from resource_lease l left join job j on j.job_id = l.job_id"
                        + " and j.role = l.role and j.party_id = l.party_id where l.kind = 'job'"
                        + " order by l.cores desc, l.since_time limit " + MOST,
                (row, number) -> new Lease(
                        row.getString(1),
                        row.getString(2),
                        row.getString(3) == null ? "" : row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getBigDecimal(8),
                        row.getBigDecimal(9),
                        row.getLong(10),
                        row.getObject(11) == null ? null : row.getLong(11)));
    }

    /** A waiting job, and the engine whose cores it waits for. */
    private record Found(
            Waiting job, @Nullable String reason, @Nullable String engine) {

        Waiting explained(WaitReasons.Now now) {
            String told = now.of(job.jobId(), reason, engine);
            return new Waiting(
                    job.jobId(),
                    job.name(),
                    job.owner(),
                    job.cores(),
                    job.since(),
                    job.suspended(),
                    job.elsewhere(),
                    job.queue(),
                    job.priority(),
                    told == null ? "" : told);
        }
    }

    /** Those of this site as initiator, next one first. */
    public List<Waiting> waiting() {
        List<Found> found = jdbc.query(
                "select job_id, name, user_id, wanted_cores, wait_since, suspended_by, waits_elsewhere, wait_reason,"
                        + " wait_engine, queue_name, priority from job where status = 'waiting' and is_initiator = true"
                        + " order by front_time desc, priority desc, create_time, job_id limit " + MOST,
                (row, number) -> new Found(
                        new Waiting(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getBigDecimal(4),
                                row.getObject(5) == null ? null : row.getLong(5),
                                row.getString(6) != null,
                                row.getBoolean(7),
                                row.getString(10),
                                row.getInt(11),
                                ""),
                        row.getString(8),
                        row.getString(9)));
        WaitReasons.Now now = reasons.get();
        return found.stream().map(job -> job.explained(now)).toList();
    }
}
