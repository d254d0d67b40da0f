package io.fateflow.webapp.metrics;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.springframework.jdbc.core.JdbcTemplate;

import io.fateflow.engine.resource.QueueState;

/**
 * A site's figures, by a handful of small queries. They are shared by all gauges and asked again when they have become
 * stale: a scrape costs the same however many gauges there are, and scrapes in quick succession cost nothing. The only
 * query that is not small counts all jobs that have ended.
 */
final class SiteFigures {

    private static final Duration STALE = Duration.ofSeconds(10);
    private static final Duration SELDOM = Duration.ofMinutes(5);

    private final JdbcTemplate jdbc;
    private final Supplier<List<QueueState>> queues;
    private final Clock clock;
    private final Consumer<Figures> listener;

    private final SparingLook<Figures> figures;
    private final SparingLook<Map<String, Long>> endedJobs;

    /** @param listener is told of each look */
    SiteFigures(JdbcTemplate jdbc, Supplier<List<QueueState>> queues, Clock clock, Consumer<Figures> listener) {
        this.jdbc = jdbc;
        this.queues = queues;
        this.clock = clock;
        this.listener = listener;
        this.figures = new SparingLook<>(Figures.NONE, this::look, STALE, STALE, clock);
        this.endedJobs = new SparingLook<>(Map.of(), () -> jobs("not in"), Duration.ZERO, SELDOM, clock);
    }

    /**
     * One look.
     *
     * @param jobs by status, at their initiator or, of jobs of other sites, at one of the parties; where there are very many,
     *     those that have ended as they were a while ago
     * @param engines by name
     * @param leases by kind
     * @param oldestWaitSeconds of a job that waits for resources
     * @param labels what nodes have, by label
     * @param attemptsWithoutNode that wait for one
     * @param queues by name
     */
    record Figures(
            Map<String, Long> jobs,
            Map<String, Engine> engines,
            Map<String, Long> leases,
            double oldestWaitSeconds,
            long executors,
            long attemptsWithoutWorker,
            long dueSteps,
            long incidents,
            long reportsUnderWay,
            Map<String, Label> labels,
            long attemptsWithoutNode,
            Map<String, QueueState> queues) {

        static final Figures NONE = new Figures(Map.of(), Map.of(), Map.of(), 0, 0, 0, 0, 0, 0, Map.of(), 0, Map.of());
    }

    /** What all nodes have of a label. */
    record Label(double total, double leased) {}

    /** An engine's cores. */
    record Engine(double total, double remaining) {}

    Figures now() {
        return figures.now();
    }

    /** Names of the site's engines: they come from its settings. */
    List<String> engines() {
        return jdbc.queryForList("select engine_name from engine_registry order by engine_name", String.class);
    }

    private Figures look() {
        Figures seen = new Figures(
                jobsByStatus(),
                enginesNow(),
                counts("select kind as name, count(*) as number_of from resource_lease group by kind"),
                oldestWait(clock.millis()),
                count(
                        "select count(*) from act_ru_ext_task where topic_name_ like 'fate-executor%' and worker_id_ is not null"),
                count(
                        "select count(*) from act_ru_ext_task where topic_name_ like 'fate-executor%' and worker_id_ is null"),
                count("""
                        select count(*)
                        from act_ru_job
                        where retries_ > 0 and suspension_state_ = 1 and lock_exp_time_ is null
                            and (duedate_ is null or duedate_ <= current_timestamp)
                        """),
                count("select count(*) from act_ru_incident where cause_incident_id_ = id_"),
                count("select count(*) from task_report where under_way = true"),
                labelsNow(),
                count("select count(*) from placement_queue"),
                queues.get().stream().collect(Collectors.toMap(QueueState::name, Function.identity())));
        listener.accept(seen);
        return seen;
    }

    private Map<String, Long> jobsByStatus() {
        Map<String, Long> jobs = new HashMap<>(endedJobs.now());
        jobs.putAll(jobs("in"));
        return jobs;
    }

    private Map<String, Long> jobs(String inOrNot) {
        return counts("select status as name, count(distinct job_id) as number_of from job where status " + inOrNot
                + " ('ready', 'waiting', 'running') group by status");
    }

    private Map<String, Label> labelsNow() {
        Map<String, Label> labels = new HashMap<>();
        jdbc.query(
                "select label, sum(total) as total, sum(leased) as leased from node_resource group by label", row -> {
                    labels.put(
                            row.getString("label"),
                            new Label(number(row.getBigDecimal("total")), number(row.getBigDecimal("leased"))));
                });
        return labels;
    }

    private double oldestWait(long now) {
        Long since = jdbc.queryForObject(
                "select min(wait_since) from job where status = 'waiting' and is_initiator = true", Long.class);
        return since == null ? 0 : (now - since) / 1000.0;
    }

    private Map<String, Engine> enginesNow() {
        Map<String, Engine> engines = new HashMap<>();
        jdbc.query("select engine_name, cores, remaining_cores from engine_registry", row -> {
            engines.put(
                    row.getString("engine_name"),
                    new Engine(number(row.getBigDecimal("cores")), number(row.getBigDecimal("remaining_cores"))));
        });
        return engines;
    }

    private static double number(BigDecimal value) {
        return value.doubleValue();
    }

    private Map<String, Long> counts(String sql) {
        Map<String, Long> counts = new HashMap<>();
        jdbc.query(sql, row -> {
            counts.put(row.getString("name"), row.getLong("number_of"));
        });
        return counts;
    }

    private long count(String sql) {
        Long count = jdbc.queryForObject(sql, Long.class);
        return count == null ? 0 : count;
    }
}
