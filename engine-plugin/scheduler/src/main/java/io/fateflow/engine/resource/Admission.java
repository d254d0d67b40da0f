package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.resource.WaitingList.Entry;

/**
 * Which of the waiting jobs gets what has become free: those that fit, oldest first. A job that does not fit lets later
 * ones pass, until it has waited for longer than {@code aging}: the oldest such job has a reservation, and only what
 * {@link Backfill} allows beside it passes. Those that fit are served in their order however long they have waited.
 */
public final class Admission {

    private final JdbcTemplate jdbc;
    private final WaitingList waiting;
    private final EngineRegistry registry;
    private final Clock clock;
    private final Duration aging;
    private final Maintenance maintenance;

    public Admission(JdbcTemplate jdbc, EngineRegistry registry, Clock clock, Duration aging, Maintenance maintenance) {
        this.jdbc = jdbc;
        this.waiting = new WaitingList(jdbc);
        this.registry = registry;
        this.clock = clock;
        this.aging = aging;
        this.maintenance = maintenance;
    }

    /** Whether a job may take its cores now. */
    public enum Answer {
        /** There is room for it, and nobody before it needs that. */
        SERVED,
        /** It does not fit, or those before it will take what is free. */
        NO_ROOM,
        /** It would fit, but could put off a job that has waited for too long. */
        RESERVED
    }

    /**
     * What came of a look.
     *
     * @param need what the job needs, as it says it while it waits
     */
    public record Verdict(Answer answer, String need) {}

    /** Why no job at all is admitted, if so; it stays so until the transaction ends, and its end finds who waits. */
    public Optional<String> closed() {
        return maintenance.held().map(Maintenance.State::refusal);
    }

    /**
     * Looks for a job that is about to take its cores. The engine's row is locked until the transaction ends: whoever
     * gives something back meanwhile finds the job waiting.
     */
    public Verdict look(EngineName engine, String jobId) {
        BigDecimal free = registry.lockRemaining(engine).cores();
        Entry job = waiting.of(jobId);
        Outlook outlook = outlook(engine, free, job);
        boolean fits = job.cores().compareTo(outlook.free) <= 0;
        Answer answer = !fits ? Answer.NO_ROOM : outlook.allows(job) ? Answer.SERVED : Answer.RESERVED;
        return new Verdict(answer, need(engine, job));
    }

    private static String need(EngineName engine, Entry job) {
        return "it needs %s of engine %s".formatted(new Resources(job.cores(), BigDecimal.ZERO), engine.name());
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
        return outlook(engine, registry.remaining(engine).cores(), Entry.last()).served.stream()
                .filter(Entry::asleep)
                .map(Entry::jobId)
                .toList();
    }

    /** As {@link #toWake}, for those that will wake them: who looks at the same moment is found, or finds what is free. */
    public List<String> toWakeNow(EngineName engine) {
        registry.lockRemaining(engine);
        return toWake(engine);
    }

    /** The job that has waited for too long and does not fit, if there is one: cores are kept for it. */
    public Optional<String> reservedFor(EngineName engine) {
        Outlook outlook = outlook(engine, registry.remaining(engine).cores(), Entry.last());
        return Optional.ofNullable(outlook.starved).map(Entry::jobId);
    }

    /** What those before a place in the list will take of what is free. */
    private Outlook outlook(EngineName engine, BigDecimal free, Entry place) {
        long starvedSince = clock.millis() - aging.toMillis();
        Outlook outlook = new Outlook(free);
        for (Entry job : waiting.fittingOrStarved(free, starvedSince, place)) {
            if (!outlook.serve(job) && job.waitSince() < starvedSince) {
                outlook.reserve(job, backfill(engine, job, outlook));
                break;
            }
        }
        Backfill beside = outlook.beside;
        if (outlook.starved != null && beside != null && outlook.free.signum() > 0) {
            waiting.fittingBeside(outlook.free, beside.small(), beside.endsBy(), outlook.starved, place)
                    .forEach(outlook::serve);
        }
        return outlook;
    }

    private Backfill backfill(EngineName engine, Entry starved, Outlook outlook) {
        List<Backfill.Holder> holders = new ArrayList<>(holders(engine));
        outlook.served.forEach(job -> holders.add(new Backfill.Holder(job.cores(), job.deadline())));
        return Backfill.beside(
                starved.cores(),
                registry.totals(engine).cores(),
                outlook.free,
                holders,
                clock.millis() + aging.toMillis());
    }

    private List<Backfill.Holder> holders(EngineName engine) {
        return jdbc.query(
                "select sum(l.cores), max((select i.deadline from job i where i.job_id = l.job_id"
                        + " and i.is_initiator = true)) from resource_lease l where l.kind = 'job'"
                        + " and l.engine_type = ? and l.engine_name = ? and l.cores > 0 group by l.job_id",
                (row, number) -> {
                    long deadline = row.getLong(2);
                    return new Backfill.Holder(row.getBigDecimal(1), deadline == 0 ? null : Long.valueOf(deadline));
                },
                engine.type(),
                engine.name());
    }

    /** How long a job may be passed by others. */
    public Duration aging() {
        return aging;
    }

    /** Grows as the list is gone through. */
    private static final class Outlook {

        private final List<Entry> served = new ArrayList<>();
        private BigDecimal free;
        private @Nullable Entry starved;
        private @Nullable Backfill beside;

        Outlook(BigDecimal free) {
            this.free = free;
        }

        boolean serve(Entry job) {
            if (job.cores().compareTo(free) > 0 || !allows(job)) {
                return false;
            }
            free = free.subtract(job.cores());
            served.add(job);
            if (beside != null) {
                beside = beside.without(job.cores());
            }
            return true;
        }

        void reserve(Entry job, Backfill others) {
            starved = job;
            beside = others;
        }

        boolean allows(Entry job) {
            return beside == null || beside.allows(job.cores(), job.deadline());
        }
    }
}
