package io.fateflow.engine.resource;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import io.fateflow.engine.resource.AdmissionOutcome.Kind;
import io.fateflow.engine.resource.WaitingList.Passing;
import io.fateflow.engine.resource.WaitingList.QueueLook;
import io.fateflow.engine.resource.queue.JobQueue;
import io.fateflow.engine.resource.queue.LabelUse;
import io.fateflow.engine.resource.queue.QueueRow;
import io.fateflow.engine.resource.queue.QueueStore;

/**
 * Which of the waiting jobs gets what has become free: {@link AdmissionPlan} decides it by what one statement has read of
 * each queue. A job that does not fit lets its peers pass, until it has waited for longer than {@code aging}: the first such
 * job has a reservation, and only what {@link Backfill} allows beside it passes. Those that fit are served in their order
 * however long they have waited.
 */
public final class Admission {

    private static final String PREEMPTIBLE = """
            select j.job_id
            from job j
            where j.is_initiator = true and j.status = 'running' and j.suspended_by is null
                and (j.preemptible = true or j.preemptible is null and not exists (
                    select 1 from task t where t.job_id = j.job_id and t.run_on_this_party = false))
            """;

    private static final String HOLDERS = """
            select l.job_id, max(j.queue_name) as queue_name, sum(l.cores) as cores, min(l.since_time) as since_time,
                max(i.deadline) as deadline, max(i.expected_millis) as expected_millis
            from resource_lease l
                join job j on j.job_id = l.job_id and j.role = l.role and j.party_id = l.party_id
                left join job i on i.job_id = l.job_id and i.is_initiator = true
            where l.kind = 'job' and l.engine_type = :engineType and l.engine_name = :engineName and l.cores > 0
            group by l.job_id
            """;

    private final JdbcClient jdbc;
    private final WaitingList waiting;
    private final EngineRegistry registry;
    private final QueueStore queues;
    private final LabelUse labels;
    private final Clock clock;
    private final Duration aging;
    private final Maintenance maintenance;

    public Admission(
            JdbcTemplate jdbc,
            EngineRegistry registry,
            QueueStore queues,
            Clock clock,
            Duration aging,
            Maintenance maintenance) {
        this.jdbc = JdbcClient.create(jdbc);
        this.waiting = new WaitingList(this.jdbc);
        this.registry = registry;
        this.queues = queues;
        this.labels = new LabelUse(jdbc);
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
        /** It would fit, but could put off a job whose turn it is, or its queue has as much as it may. */
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
        WaitingJob job = waiting.of(jobId);
        AdmissionOutcome outcome = plan(engine, free, job).outcomes().get(jobId);
        return new Verdict(outcome == null ? Answer.NO_ROOM : answer(outcome.kind()), need(engine, job));
    }

    private static Answer answer(Kind kind) {
        return switch (kind) {
            case SERVED -> Answer.SERVED;
            case NO_ROOM, MORE_THAN_THERE_IS -> Answer.NO_ROOM;
            case KEPT_FOR_ANOTHER, QUEUE_AT_LIMIT, MORE_THAN_QUEUE_MAY -> Answer.RESERVED;
        };
    }

    private static String need(EngineName engine, WaitingJob job) {
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
        return plan(engine, registry.remaining(engine).cores(), null).served().stream()
                .filter(WaitingJob::asleep)
                .map(WaitingJob::jobId)
                .toList();
    }

    /** As {@link #toWake}, for those that will wake them: who looks at the same moment is found, or finds what is free. */
    public List<String> toWakeNow(EngineName engine) {
        registry.lockRemaining(engine);
        return toWake(engine);
    }

    /** Whether time alone may change who comes next: what queues have used does. */
    public boolean changesWithTime() {
        return queues.all().size() > 1;
    }

    /**
     * The first job that waits for what is its queue's own, and could have it if others gave back what they have borrowed;
     * empty if there is none. Where no queue has a nominal quota it costs one read.
     */
    public Optional<Claim> claim(EngineName engine) {
        List<QueueRow> rows = queues.all();
        if (rows.stream().noneMatch(row -> row.queue().nominalQuota().signum() > 0)
                || maintenance.current().isPresent()) {
            return Optional.empty();
        }
        AdmissionSite site = site(engine, registry.remaining(engine).cores(), rows, holders(engine));
        Set<String> preemptible = preemptible();
        return plan(engine, site, null).outcomes().entrySet().stream()
                .filter(outcome -> outcome.getValue().kind() == Kind.NO_ROOM)
                .map(outcome -> waiting.of(outcome.getKey()))
                .flatMap(job -> claim(site, job, preemptible).stream())
                .findFirst();
    }

    /** As {@link #claim}, while nobody else takes or gives back cores until the transaction ends. */
    public Optional<Claim> claimNow(EngineName engine) {
        registry.lockRemaining(engine);
        return claim(engine);
    }

    private static Optional<Claim> claim(AdmissionSite site, WaitingJob job, Set<String> preemptible) {
        List<String> victims = Reclaim.of(site, job, preemptible).stream()
                .map(CoreHolder::jobId)
                .toList();
        return victims.isEmpty()
                ? Optional.empty()
                : Optional.of(new Claim(job.jobId(), new QueueTurns(site, List.of()).nameOf(job.queue()), victims));
    }

    /** Jobs that run, and that their conf lets be preempted, or that end at nobody else's site if they are. */
    private Set<String> preemptible() {
        return jdbc.sql(PREEMPTIBLE).query(String.class).set();
    }

    /** Why jobs wait, as it is now. */
    AdmissionView view(EngineName engine) {
        List<QueueRow> rows = queues.all();
        BigDecimal free = registry.remaining(engine).cores();
        List<CoreHolder> holders = holders(engine);
        AdmissionSite site = site(engine, free, rows, holders);
        return new AdmissionView(jdbc, waiting, site, plan(engine, site, null));
    }

    /** The queues as they are: what they hold, what they have used, how many of their jobs run and wait. */
    public List<QueueState> states(EngineName engine) {
        return view(engine).states(labels.held());
    }

    /** @param job one that looks; null for all that wait */
    private AdmissionPlan plan(EngineName engine, BigDecimal free, @Nullable WaitingJob job) {
        List<QueueRow> rows = queues.all();
        boolean compared = rows.size() > 1
                || rows.stream().anyMatch(row -> row.queue().limit().isPresent());
        return plan(engine, site(engine, free, rows, compared ? holders(engine) : List.of()), job);
    }

    private AdmissionPlan plan(EngineName engine, AdmissionSite site, @Nullable WaitingJob job) {
        Map<String, QueueLook> looks = looks(site);
        Map<String, WaitingJob> candidates = new LinkedHashMap<>();
        long starvedSince = site.now() - aging.toMillis();
        add(candidates, waiting.candidates(looks.values(), starvedSince));
        if (job != null) {
            candidates.put(job.jobId(), job);
        }
        String last = job == null ? null : job.jobId();
        AdmissionPlan plan = AdmissionPlan.of(site, candidates.values(), last);
        boolean starvedIsPassed = plan.starved().isPresent() && plan.free().signum() > 0;
        if (!plan.usesHolders() && !starvedIsPassed) {
            return plan;
        }
        AdmissionSite whole =
                site.holders().isEmpty() ? site(engine, site.free(), site.queues(), holders(engine)) : site;
        AdmissionPlan kept = AdmissionPlan.of(whole, candidates.values(), last);
        looks.forEach((name, look) -> passing(kept, name, whole.now())
                .ifPresent(passing -> add(
                        candidates,
                        waiting.fittingBeside(
                                new QueueLook(
                                        look.name(), look.others(), look.free().min(kept.free())),
                                passing))));
        if (job != null) {
            candidates.put(job.jobId(), job);
        }
        return AdmissionPlan.of(whole, candidates.values(), last);
    }

    private static void add(Map<String, WaitingJob> candidates, Collection<WaitingJob> more) {
        more.forEach(job -> candidates.putIfAbsent(job.jobId(), job));
    }

    /** By the loosest of what is kept: the plan looks at each by all of it. */
    private static Optional<Passing> passing(AdmissionPlan plan, String queue, long now) {
        List<AdmissionPlan.Reservation> kept = plan.reservations(queue);
        if (kept.isEmpty() || plan.free().signum() <= 0) {
            return Optional.empty();
        }
        BigDecimal small = BigDecimal.ZERO;
        long endsBy = 0;
        long longest = 0;
        WaitingJob after = kept.get(0).job();
        for (AdmissionPlan.Reservation reservation : kept) {
            Backfill beside = reservation.beside();
            small = small.max(beside.small());
            endsBy = Math.max(endsBy, beside.endsBy());
            longest = reservation.byEstimate() ? Math.max(longest, beside.endsBy() - now) : longest;
        }
        boolean oneOfThisQueue = kept.size() == 1 && after.queue().equals(queue);
        return Optional.of(new Passing(small, endsBy, longest, oneOfThisQueue ? after : null));
    }

    private Map<String, QueueLook> looks(AdmissionSite site) {
        Map<String, BigDecimal> held = new HashMap<>();
        QueueTurns turns = new QueueTurns(site, List.of());
        site.queues().forEach(row -> held.put(row.name(), turns.line(row.name()).held()));
        Map<String, QueueLook> looks = new LinkedHashMap<>();
        for (QueueRow row : site.queues()) {
            JobQueue queue = row.queue();
            BigDecimal free = queue.limit()
                    .map(limit -> limit.subtract(held.getOrDefault(queue.name(), BigDecimal.ZERO)))
                    .map(room -> room.min(site.free()))
                    .orElse(site.free());
            List<String> others = new ArrayList<>();
            site.queues().stream()
                    .filter(other -> !other.isDefault())
                    .map(QueueRow::name)
                    .forEach(others::add);
            looks.put(row.name(), new QueueLook(row.name(), row.isDefault() ? others : null, free));
        }
        return looks;
    }

    private AdmissionSite site(EngineName engine, BigDecimal free, List<QueueRow> rows, List<CoreHolder> holders) {
        return new AdmissionSite(
                registry.totals(engine).cores(), free, rows, holders, queues.decay(), clock.millis(), aging);
    }

    private List<CoreHolder> holders(EngineName engine) {
        return jdbc.sql(HOLDERS)
                .param("engineType", engine.type())
                .param("engineName", engine.name())
                .query((row, number) -> {
                    long deadline = row.getLong("deadline");
                    long expected = row.getLong("expected_millis");
                    return new CoreHolder(
                            row.getString("job_id"),
                            row.getString("queue_name"),
                            row.getBigDecimal("cores"),
                            row.getLong("since_time"),
                            deadline == 0 ? null : Long.valueOf(deadline),
                            expected == 0 ? null : Long.valueOf(expected));
                })
                .list();
    }

    /** How long a job may be passed by others. */
    public Duration aging() {
        return aging;
    }
}
