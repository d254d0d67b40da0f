package io.fateflow.engine.contract;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.jobexecutor.DefaultJobExecutor;
import org.camunda.bpm.engine.spring.SpringProcessEngineConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.audit.Actor;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.executor.WorkerService;
import io.fateflow.engine.housekeeping.FileRetentions;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobEnds;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.node.Membership;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.party.Providers;
import io.fateflow.engine.plugin.EngineSettings;
import io.fateflow.engine.plugin.FateFlowEngine;
import io.fateflow.engine.plugin.Federation;
import io.fateflow.engine.plugin.NotificationServices;
import io.fateflow.engine.process.ConsentDesk;
import io.fateflow.engine.process.JobPreflight;
import io.fateflow.engine.process.MaintenanceSwitch;
import io.fateflow.engine.process.PartiesAtStart;
import io.fateflow.engine.process.QueueService;
import io.fateflow.engine.resource.amount.ResourceQuantity;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.operations.doctor.Doctor;
import io.fateflow.operations.repair.DoctorRepairs;

/** A whole scheduler on an empty database: engine, job executor, processes. Workers are up to the test. */
final class TestSite implements AutoCloseable {

    private final HikariDataSource database;
    private final FateFlowEngine parts;
    private final ProcessEngine engine;
    private final JdbcTemplate jdbc;

    private TestSite(
            HikariDataSource database, DataSource used, EngineSettings settings, Clock clock, Federation federation) {
        this(database, used, settings, clock, federation, Providers.builtInOnly());
    }

    private TestSite(
            HikariDataSource database,
            DataSource used,
            EngineSettings settings,
            Clock clock,
            Federation federation,
            Providers providers) {
        this.database = database;
        this.jdbc = new JdbcTemplate(used);
        ExecutorSurroundings nothing = ExecutorSurroundings.none();
        this.parts = new FateFlowEngine(
                used,
                settings,
                ModuleCatalog.standard(),
                clock,
                federation,
                new Membership(used, ""),
                ComponentChecks.none(),
                new ExecutorSurroundings(
                        nothing.uploadFolders(),
                        nothing.downloadFolders(),
                        nothing.listener(),
                        providers,
                        nothing.logs()));
        SpringProcessEngineConfiguration configuration = new SpringProcessEngineConfiguration();
        StaticApplicationContext context = new StaticApplicationContext();
        context.refresh();
        configuration.setApplicationContext(context);
        configuration.setDataSource(used);
        configuration.setTransactionManager(new DataSourceTransactionManager(used));
        configuration.setJobExecutor(quickJobExecutor());
        configuration.setJobExecutorActivate(true);
        configuration.setMetricsEnabled(false);
        configuration.setProcessEngineName("test-" + System.identityHashCode(this));
        configuration.getProcessEnginePlugins().add(parts.plugin());
        this.engine = EngineStatements.build(database.getJdbcUrl().split(":", 3)[1], configuration);
    }

    static TestSite on(Database database) {
        return on(database, EngineSettings.standard(), Clock.systemUTC());
    }

    static TestSite on(Database database, EngineSettings settings, Clock clock) {
        HikariDataSource source = database.create();
        return new TestSite(source, source, settings, clock, Federation.none());
    }

    /** With somebody who says who runs components. */
    static TestSite choosing(Database database, Providers providers) {
        HikariDataSource source = database.create();
        return new TestSite(source, source, EngineSettings.standard(), Clock.systemUTC(), Federation.none(), providers);
    }

    /** One of several sites. */
    static TestSite federated(Database database, Federation federation) {
        return federated(database, federation, Clock.systemUTC());
    }

    static TestSite federated(Database database, Federation federation, Clock clock) {
        HikariDataSource source = database.create();
        return new TestSite(source, source, EngineSettings.standard(), clock, federation);
    }

    /** One of several sites, with settings of its own. */
    static TestSite federated(Database database, Federation federation, Clock clock, EngineSettings settings) {
        HikariDataSource source = database.create();
        return new TestSite(source, source, settings, clock, federation);
    }

    /** With a data source that watches what is done with it. */
    static TestSite watched(Database database, UnaryOperator<DataSource> watch) {
        HikariDataSource source = database.create();
        return new TestSite(
                source, watch.apply(source), EngineSettings.standard(), Clock.systemUTC(), Federation.none());
    }

    /** Another server on the same database; to be closed before the first. */
    TestSite another() {
        return another(Clock.systemUTC());
    }

    TestSite another(Clock clock) {
        return new TestSite(database, database, EngineSettings.standard(), clock, Federation.none());
    }

    /** Another server on the same database with settings of its own; to be closed before the first. */
    TestSite another(EngineSettings settings, Clock clock) {
        return new TestSite(database, database, settings, clock, Federation.none());
    }

    /** From now on this server delivers notifications. */
    TestSite notifying() {
        parts.notifications().dispatcher().start();
        return this;
    }

    /** Has it look for notifications at once, as after a commit of its own. */
    void lookAtNotifications() {
        parts.notifications().dispatcher().wake();
    }

    int connectionsInUse() {
        return database.getHikariPoolMXBean().getActiveConnections();
    }

    NotificationServices notifications() {
        return parts.notifications();
    }

    JobEnds jobEnds() {
        return parts.jobEnds();
    }

    NodeMembership nodes() {
        return parts.nodes().membership();
    }

    /** An operator says what a node has. */
    void capacities(String node, Map<String, Optional<ResourceQuantity>> amounts) {
        parts.nodes().tasks().change(node, amounts, "olga");
    }

    NodePlacements placements() {
        return parts.placements();
    }

    /** As a server does every few seconds. */
    void lookAtNodes() {
        parts.nodes().tasks().look();
    }

    private static DefaultJobExecutor quickJobExecutor() {
        DefaultJobExecutor executor = new DefaultJobExecutor();
        executor.setWaitTimeInMillis(250);
        executor.setMaxWait(500);
        executor.setMaxJobsPerAcquisition(4);
        executor.setBackoffTimeInMillis(20);
        executor.setMaxBackoff(200);
        executor.setCorePoolSize(4);
        executor.setQueueSize(4);
        return executor;
    }

    JobCommands jobs() {
        return parts.jobs();
    }

    JobPreflight preflight() {
        return parts.preflight();
    }

    ModelCommands models() {
        return parts.modelCommands();
    }

    WorkerService workers() {
        return parts.nodes().workers();
    }

    ExecutorTaskService executorTasks() {
        return parts.nodes().executorTasks();
    }

    MaintenanceSwitch maintenance() {
        return parts.operators().maintenance();
    }

    /** What data owners do. */
    ConsentDesk consents() {
        return parts.consents();
    }

    QueueService queues() {
        return parts.operators().queues();
    }

    Doctor doctor() {
        return parts.operators().doctor();
    }

    /** Why a job waits, as its initiator here says it now; null if it does not. */
    @Nullable
    String waitReason(String jobId) {
        return jdbc.query(
                        "select wait_reason, wait_engine from job where job_id = ? and is_initiator = true",
                        (row, number) -> Optional.ofNullable(
                                parts.waitReasons().now().of(jobId, row.getString(1), row.getString(2))),
                        jobId)
                .get(0)
                .orElse(null);
    }

    /** As a server does a moment after each entry. */
    void sealAudit() {
        parts.operators().auditSealer().sealAll();
    }

    FileRetentions fileKeepers() {
        return parts.operators().files();
    }

    DoctorRepairs repairs() {
        return parts.operators().repairs();
    }

    /** Everything until the scope ends is done on somebody's behalf. */
    CurrentActor.Scope as(String name) {
        return parts.currentActor().as(new Actor(name, "192.0.2.7"));
    }

    PartiesAtStart partiesAtStart() {
        return parts.partiesAtStart();
    }

    PartyWireHandler partyCalls() {
        return parts.partyCalls();
    }

    ProcessEngine engine() {
        return engine;
    }

    JdbcTemplate jdbc() {
        return jdbc;
    }

    String jobStatus(String jobId) {
        return jdbc.queryForObject(
                "select min(status) from job where job_id = ? having count(distinct status) = 1", String.class, jobId);
    }

    /** The engine alone: the database is of others, too. */
    void closeEngine() {
        parts.notifications().dispatcher().close();
        parts.nodes().membership().close();
        engine.close();
        parts.endSteps(Duration.ofSeconds(10));
    }

    @Override
    public void close() {
        closeEngine();
        database.close();
    }
}
