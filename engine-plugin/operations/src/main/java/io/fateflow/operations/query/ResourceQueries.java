package io.fateflow.operations.query;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.resource.WaitReasons;

/** Who holds cores and memory, and who waits for them. */
public final class ResourceQueries {

    private static final int MOST = 200;

    private final JdbcClient jdbc;
    private final Supplier<WaitReasons.Now> reasons;

    /** @param reasons why jobs wait, as it is now */
    public ResourceQueries(JdbcTemplate jdbc, Supplier<WaitReasons.Now> reasons) {
        this.jdbc = JdbcClient.create(jdbc);
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
        return jdbc.sql("""
                select engine_type, engine_name, nodes, cores, remaining_cores, memory, remaining_memory
                from engine_registry
                order by engine_type, engine_name
                """)
                .query((row, number) -> new Engine(
                        row.getString("engine_type"),
                        row.getString("engine_name"),
                        row.getInt("nodes"),
                        row.getBigDecimal("cores"),
                        row.getBigDecimal("remaining_cores"),
                        row.getBigDecimal("memory"),
                        row.getBigDecimal("remaining_memory")))
                .list();
    }

    /**
     * What jobs hold; what their tasks hold of it is the jobs' own.
     *
     * @param visible whose names are told: whoever waits sees for how much of others, but not what they do
     */
    public List<Lease> leases(VisibleJobs visible) {
        return jdbc.sql("""
                select l.kind, l.job_id, coalesce(j.name, '') as name, coalesce(j.submitter, '') as submitter,
                    coalesce(j.project, '') as project, l.role, l.party_id, l.task_id, l.engine_name,
                    l.cores, l.memory, l.since_time, l.until_time
                from resource_lease l
                left join job j on j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id
                where l.kind = 'job'
                order by l.cores desc, l.since_time
                limit :most
                """)
                .param("most", MOST)
                .query((row, number) -> new Lease(
                        row.getString("kind"),
                        row.getString("job_id"),
                        shown(visible, row) ? row.getString("name") : "",
                        row.getString("role"),
                        row.getString("party_id"),
                        row.getString("task_id"),
                        row.getString("engine_name"),
                        row.getBigDecimal("cores"),
                        row.getBigDecimal("memory"),
                        row.getLong("since_time"),
                        row.getObject("until_time", Long.class)))
                .list();
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

    /**
     * Those of this site as initiator, next one first.
     *
     * @param visible whose names, owners and reasons are told
     */
    public List<Waiting> waiting(VisibleJobs visible) {
        List<Found> found = jdbc.sql("""
                select job_id, name, user_id, wanted_cores, wait_since, suspended_by, waits_elsewhere, wait_reason,
                    wait_engine, queue_name, priority, submitter, project
                from job
                where status = 'waiting' and is_initiator = true
                order by front_time desc, priority desc, create_time, job_id
                limit :most
                """)
                .param("most", MOST)
                .query((row, number) -> found(row, shown(visible, row)))
                .list();
        WaitReasons.Now now = reasons.get();
        return found.stream().map(job -> job.explained(now)).toList();
    }

    private static boolean shown(VisibleJobs visible, ResultSet row) throws SQLException {
        return visible.has(row.getString("submitter"), row.getString("project"));
    }

    private static Found found(ResultSet row, boolean shown) throws SQLException {
        return new Found(
                new Waiting(
                        row.getString("job_id"),
                        shown ? row.getString("name") : "",
                        shown ? row.getString("user_id") : "",
                        row.getBigDecimal("wanted_cores"),
                        row.getObject("wait_since", Long.class),
                        row.getString("suspended_by") != null,
                        row.getBoolean("waits_elsewhere"),
                        row.getString("queue_name"),
                        row.getInt("priority"),
                        ""),
                shown ? row.getString("wait_reason") : null,
                row.getString("wait_engine"));
    }
}
