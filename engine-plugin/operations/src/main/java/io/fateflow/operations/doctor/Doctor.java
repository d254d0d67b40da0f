package io.fateflow.operations.doctor;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import io.fateflow.engine.consent.ConsentPolicy;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.EngineName;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.queue.QueueStore;

/**
 * Looks at a site's rows and processes. All rules are held by every transaction of this program, so what one snapshot
 * shows is true of a busy site, too.
 */
public final class Doctor {

    /** How long something may last that is on its way: workers that come back, steps that are due. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** How old jobs are that have ended and are still compared, party by party: jobs that nothing limits run for three days. */
    static final Duration RECENT = Duration.ofDays(7);

    /** As many rows of jobs are made recently, at most, for {@link #lookAtNew}. */
    private static final int NEWEST = 20_000;

    /** How much later than it was made a job may be seen: its transaction, and what clocks of servers and sites differ. */
    private static final Duration SEEN_LATE = Duration.ofMinutes(10);

    private final JdbcClient jdbc;
    private final Admission admission;
    private final NodePlacements placements;
    private final EngineName engine;
    private final ConsentPolicy policy;
    private final Clock clock;
    private final TransactionTemplate snapshot;

    /** Jobs that were made by then had ended at the last look at which nothing was wrong with any that had; epoch milliseconds. */
    private long seen;

    public Doctor(
            DataSource dataSource,
            Admission admission,
            NodePlacements placements,
            EngineName engine,
            ConsentPolicy policy,
            Clock clock) {
        this.jdbc = Check.client(dataSource);
        this.admission = admission;
        this.placements = placements;
        this.engine = engine;
        this.policy = policy;
        this.clock = clock;
        this.snapshot = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        snapshot.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        // both databases give one snapshot of all tables, and neither locks for it
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
        snapshot.setReadOnly(true);
    }

    /** All findings of one moment, at most 100 of a rule; errors first. Changes nothing. */
    public List<Finding> look() {
        return inSnapshot(() -> now(sevenDaysAgo()));
    }

    /**
     * The same, but of jobs that have ended it compares those only that had not when it looked last, or were made since: whoever looks
     * again and again has seen the others, and reading them takes seconds on H2, and from whoever runs jobs what is in memory. As long as
     * something is wrong with one, it compares what it compared before, too. The newest 20,000 rows at most: of 100,000 jobs of a week
     * that takes minutes on H2.
     */
    public synchronized List<Finding> lookAtNew() {
        return inSnapshot(() -> {
            // also where the clock was ahead at the last look, and has been set since
            long late = clock.millis() - SEEN_LATE.toMillis();
            long next = Math.min(late, ofTheOldestOpen() - 1);
            List<Finding> found = now(Stream.of(sevenDaysAgo(), ofTheNewest(), Math.min(seen, late))
                    .reduce(0L, Math::max));
            Set<Rule> ofEnded =
                    checks().stream().filter(Check::isOfRecent).map(Check::rule).collect(Collectors.toSet());
            if (found.stream().map(Finding::rule).noneMatch(ofEnded::contains)) {
                seen = next;
            }
            return found;
        });
    }

    private long sevenDaysAgo() {
        return clock.millis() - RECENT.toMillis();
    }

    private long ofTheNewest() {
        return jdbc.sql(
                        "select create_time from job order by create_time desc offset :newest rows fetch next 1 row only")
                .param("newest", NEWEST)
                .query(Long.class)
                .optional()
                .orElse(0L);
    }

    private long ofTheOldestOpen() {
        return jdbc.sql("select min(create_time) from job where status in " + CheckSql.OPEN)
                .query((row, number) -> row.getObject(1, Long.class))
                .optional()
                .orElse(Long.MAX_VALUE);
    }

    private List<Finding> inSnapshot(Supplier<List<Finding>> look) {
        List<Finding> found = Objects.requireNonNull(snapshot.execute(status -> look.get()));
        return found.stream()
                .sorted((a, b) -> a.rule().compareTo(b.rule()))
                .sorted((a, b) -> a.rule().severity().compareTo(b.rule().severity()))
                .toList();
    }

    /** Whether it is still so, in the current transaction: asked with the locks held that keep it so. */
    public boolean isStillSo(Finding finding) {
        List<Finding> again =
                switch (finding.rule()) {
                    case COULD_BE_SERVED -> couldBeServed();
                    case NODE_COULD_SERVE -> couldBePlaced();
                    case JOB_EXCEEDS_LABEL_LIMIT -> beyondLimits();
                    default ->
                        checks().stream()
                                .filter(check -> check.rule() == finding.rule())
                                .flatMap(check -> check.look(jdbc, sevenDaysAgo()).stream())
                                .toList();
                };
        return again.stream().map(Finding::key).anyMatch(finding.key()::equals);
    }

    private List<Finding> now(long since) {
        List<Finding> found = new ArrayList<>();
        checks().forEach(check -> found.addAll(check.look(jdbc, since)));
        found.addAll(couldBeServed());
        found.addAll(couldBePlaced());
        found.addAll(beyondLimits());
        found.addAll(brokenPolicy());
        return found;
    }

    private List<Check> checks() {
        long now = clock.millis();
        List<Check> checks = new ArrayList<>(LeaseChecks.all(now, PATIENCE.toMillis()));
        checks.addAll(ProcessChecks.all());
        checks.addAll(WaitChecks.all(now, PATIENCE.toMillis()));
        checks.addAll(StatusChecks.all());
        checks.addAll(RemoteChecks.all());
        checks.addAll(NodeChecks.all(now));
        checks.addAll(PlacementChecks.all());
        checks.addAll(QueueChecks.all());
        checks.addAll(ConsentChecks.all());
        return checks;
    }

    /** Those that admission itself would wake; what changed a moment ago may be on its way. */
    private List<Finding> couldBeServed() {
        return Stream.concat(
                        couldBeServed(
                                admission.toWake(engine),
                                "engine " + engine.name() + " has the cores that it waits for"),
                        couldBeServed(placements.servableJobs(), "nodes have what it waits for"))
                .toList();
    }

    private Stream<Finding> couldBeServed(List<String> jobIds, String why) {
        return jobIds.stream()
                .filter(this::sleepsSoundly)
                .map(jobId -> Finding.of(Rule.COULD_BE_SERVED, "job " + jobId, why, new Repair.Wake(jobId)));
    }

    /** As whoever gives back would place them. */
    private List<Finding> couldBePlaced() {
        return placements.servable(clock.millis() - PATIENCE.toMillis()).stream()
                .map(key -> Finding.of(
                        Rule.NODE_COULD_SERVE,
                        "task %s attempt %d %s %s"
                                .formatted(key.taskId(), key.taskVersion(), key.role(), key.partyId()),
                        "a node has what it needs",
                        new Repair.RecomputeNodes()))
                .toList();
    }

    /** How much a job wants of a label is in its plan, which is not a matter for SQL. */
    private List<Finding> beyondLimits() {
        List<String> jobIds = jdbc.sql("""
                select j.job_id
                from job j
                join job_queue q on q.name = %s
                where j.status = 'waiting' and j.is_initiator = true and j.waits_for_nodes = true and q.limits <> '{}'
                order by j.job_id
                """.formatted(QueueStore.QUEUE_OF_JOB))
                .query(String.class)
                .list();
        return jobIds.stream()
                .flatMap(jobId -> placements.beyondQueue(jobId).stream()
                        .map(beyond -> Finding.of(
                                Rule.JOB_EXCEEDS_LABEL_LIMIT, "job " + jobId, "its parties on this site " + beyond)))
                .toList();
    }

    private List<Finding> brokenPolicy() {
        return policy.problems().stream()
                .map(problem -> Finding.of(Rule.POLICY_BROKEN, "decision " + ConsentPolicy.KEY, problem))
                .toList();
    }

    private boolean sleepsSoundly(String jobId) {
        return jdbc.sql("""
                select count(*) > 0
                from job j
                join act_ru_event_subscr s
                    on s.proc_inst_id_ = j.process_instance_id and s.event_name_ = 'resources released'
                where j.job_id = :job and j.is_initiator = true and j.update_time < :before
                """)
                .param("job", jobId)
                .param("before", clock.millis() - PATIENCE.toMillis())
                .query(Boolean.class)
                .single();
    }
}
