package io.fateflow.webapp.metrics;

import java.time.Clock;
import java.util.List;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import io.fateflow.engine.process.QueueService;
import io.fateflow.engine.resource.LeaseKind;
import io.fateflow.federation.status.JobStatus;
import io.fateflow.webapp.metrics.SiteFigures.Engine;
import io.fateflow.webapp.metrics.SiteFigures.Figures;
import io.fateflow.webapp.metrics.SiteFigures.Label;

/** Gauges of the site: jobs, cores, leases, executors, and what waits for somebody. */
@Component
final class SchedulerMetrics implements MeterBinder {

    private static final Engine NO_ENGINE = new Engine(0, 0);
    private static final Label NO_LABEL = new Label(0, 0);

    private final SiteFigures figures;
    private final QueueGauges queues;

    SchedulerMetrics(JdbcTemplate jdbc, QueueService service, Clock clock) {
        this.queues = new QueueGauges(name -> now().queues().get(name));
        this.figures = new SiteFigures(
                jdbc, service::states, clock, seen -> queues.show(seen.queues().values()));
    }

    private Figures now() {
        return figures.now();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        queues.bindTo(registry);
        for (JobStatus status : JobStatus.values()) {
            gauge("fate.jobs", "jobs by status", now -> now.jobs().getOrDefault(status.wire(), 0L))
                    .tag("status", status.wire())
                    .register(registry);
        }
        for (LeaseKind lease : LeaseKind.values()) {
            String kind = lease.wire();
            gauge("fate.leases", "grants that have not been given back", now -> now.leases()
                            .getOrDefault(kind, 0L))
                    .tag("kind", kind)
                    .register(registry);
        }
        figures.engines().forEach(engine -> {
            cores(registry, engine, "total", Engine::total);
            cores(registry, engine, "free", Engine::remaining);
        });
        for (String label : List.of("CPU", "GPU", "memory")) {
            node(registry, label, "total", Label::total);
            node(registry, label, "leased", Label::leased);
        }
        gauge(
                        "fate.attempts.without.node",
                        "attempts that wait for what no node has free",
                        Figures::attemptsWithoutNode)
                .register(registry);
        gauge("fate.jobs.oldest.wait", "how long the oldest job has waited for resources", Figures::oldestWaitSeconds)
                .baseUnit("seconds")
                .register(registry);
        gauge("fate.executors", "attempts that a worker holds", Figures::executors)
                .register(registry);
        gauge("fate.attempts.without.worker", "attempts that no worker has taken", Figures::attemptsWithoutWorker)
                .register(registry);
        gauge("fate.engine.backlog", "steps and timers that are due and that nobody carries out yet", Figures::dueSteps)
                .register(registry);
        gauge("fate.incidents", "what waits for an operator", Figures::incidents)
                .register(registry);
        gauge("fate.reports.under.way", "reports to other sites that have not arrived", Figures::reportsUnderWay)
                .register(registry);
    }

    private void node(MeterRegistry registry, String label, String state, ToDoubleFunction<Label> value) {
        gauge(
                        "fate.node.resources",
                        "what nodes have, and what attempts that were placed on them hold",
                        now -> value.applyAsDouble(now.labels().getOrDefault(label, NO_LABEL)))
                .tag("label", label)
                .tag("state", state)
                .register(registry);
    }

    private void cores(MeterRegistry registry, String engine, String state, ToDoubleFunction<Engine> value) {
        gauge(
                        "fate.engine.cores",
                        "cores of an engine",
                        now -> value.applyAsDouble(now.engines().getOrDefault(engine, NO_ENGINE)))
                .tag("engine", engine)
                .tag("state", state)
                .register(registry);
    }

    private Gauge.Builder<SiteFigures> gauge(String name, String description, ToDoubleFunction<Figures> value) {
        return Gauge.builder(name, figures, site -> value.applyAsDouble(site.now()))
                .description(description);
    }
}
