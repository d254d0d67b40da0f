package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Which of the waiting jobs gets what has become free. A job that can't be served lets later ones pass; once it has
 * waited for longer than {@code aging}, none passes it any more until it has been served.
 */
public final class Admission {

    private static final int WOKEN_AT_ONCE = 20;

    /** One that wants more than there is, since the site has shrunk, stands in nobody's way. */
    private static final String SERVABLE =
            " and wanted_cores <= (select coalesce(max(e.cores), 0) from engine_registry e"
                    + " where e.engine_type = 'computing')";

    private final JdbcTemplate jdbc;
    private final EngineRegistry registry;
    private final Clock clock;
    private final Duration aging;
    private final Maintenance maintenance;

    public Admission(JdbcTemplate jdbc, EngineRegistry registry, Clock clock, Duration aging, Maintenance maintenance) {
        this.jdbc = jdbc;
        this.registry = registry;
        this.clock = clock;
        this.aging = aging;
        this.maintenance = maintenance;
    }

    /**
     * A waiting job.
     *
     * @param cores what it needs on this site in all, in cores
     * @param asleep whether it waits to be woken; not, if it is about to look
     */
    public record Waiting(String jobId, long waitSince, BigDecimal cores, boolean asleep) {}

    /** Why no job at all is admitted, if so; it stays so until the transaction ends, and its end finds who waits. */
    public Optional<String> closed() {
        return maintenance.held().map(Maintenance.State::refusal);
    }

    /** The job that must be served before this one may be, if there is one. */
    public Optional<Waiting> starvedBefore(String jobId, long createTime) {
        return jdbc
                .query(
                        "select job_id, wait_since from job where status = 'waiting' and is_initiator = true"
                                + " and wait_since < ? and create_time <= ? and job_id <> ? and suspended_by is null"
                                + " and waits_elsewhere = false"
                                + SERVABLE + " order by create_time, job_id limit 1",
                        (row, number) -> new Waiting(row.getString(1), row.getLong(2), BigDecimal.ZERO, true),
                        clock.millis() - aging.toMillis(),
                        createTime,
                        jobId)
                .stream()
                .findFirst();
    }

    /**
     * Jobs to be woken now that something is free on an engine, in their order, as many as it has room for and some at
     * once: each that is then served has the next ones woken.
     *
     * @return job ids
     */
    public List<String> toWake(EngineName engine) {
        if (maintenance.current().isPresent()) {
            return List.of();
        }
        BigDecimal free = registry.remaining(engine).cores();
        List<Waiting> candidates = candidates(free);
        long starvedBefore = clock.millis() - aging.toMillis();
        List<String> woken = new ArrayList<>();
        for (Waiting job : candidates) {
            if (job.cores().compareTo(free) <= 0) {
                free = free.subtract(job.cores());
                if (job.asleep()) {
                    woken.add(job.jobId());
                }
            }
            if (job.waitSince() < starvedBefore) {
                break;
            }
        }
        return woken;
    }

    /** Those that fit, and the first that is starved whether it fits or not, oldest first. */
    private List<Waiting> candidates(BigDecimal free) {
        return jdbc.query(
                "select job_id, wait_since, wanted_cores, case when exists (select 1 from act_ru_event_subscr s where"
                        + " s.proc_inst_id_ = job.process_instance_id and s.event_name_ = 'resources released')"
                        + " then 1 else 0 end from job where status = 'waiting' and is_initiator = true"
                        + " and wait_since is not null and suspended_by is null and waits_elsewhere = false"
                        + " and (wanted_cores <= ? or wait_since < ?)" + SERVABLE
                        + " order by create_time, job_id limit ?",
                (row, number) ->
                        new Waiting(row.getString(1), row.getLong(2), row.getBigDecimal(3), row.getInt(4) == 1),
                free,
                clock.millis() - aging.toMillis(),
                WOKEN_AT_ONCE);
    }

    /** How long a job may be passed by others. */
    public Duration aging() {
        return aging;
    }
}
