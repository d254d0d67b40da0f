package io.fateflow.engine.plugin;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEnginePlugin;
import org.jspecify.annotations.Nullable;

import io.fateflow.database.Json;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.executor.Revocations;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobEnds;
import io.fateflow.engine.model.CheckpointStore;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.node.Commits;
import io.fateflow.engine.node.Membership;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.process.ConsentDesk;
import io.fateflow.engine.process.JobPreflight;
import io.fateflow.engine.process.PartiesAtStart;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.federation.incoming.PartyWireHandler;

/**
 * The scheduler, wired: everything of this module on one data source, feature by feature. Give {@link #plugin()} to a Camunda
 * engine on the same data source and the same Spring transaction manager; then the other parts work.
 *
 * <p>The tables must be there: the Flyway scripts are under {@code db/fateflow}.
 */
public final class FateFlowEngine {

    private final AtomicReference<@Nullable ProcessEngine> engine = new AtomicReference<>();
    private final Commits commits = new Commits();
    private final JobEnds jobEnds = new JobEnds();
    private final CurrentActor currentActor = new CurrentActor();
    private final ImmediateSteps immediateSteps = new ImmediateSteps();
    private final SchedulerBase base;
    private final ResourceServices resources;
    private final NodeServices nodes;
    private final JobServices jobs;
    private final OperatorServices operators;
    private final NotificationServices notifications;
    private final ConsentServices consents;
    private final FateEnginePlugin plugin;

    /** A scheduler whose jobs have all their parties on this site. */
    public FateFlowEngine(DataSource dataSource, EngineSettings settings, ModuleCatalog modules, Clock clock) {
        this(dataSource, settings, modules, clock, Federation.none());
    }

    /** A scheduler whose heartbeats share their connections with everything else, and that knows no components. */
    public FateFlowEngine(
            DataSource dataSource, EngineSettings settings, ModuleCatalog modules, Clock clock, Federation federation) {
        this(
                dataSource,
                settings,
                modules,
                clock,
                federation,
                new Membership(dataSource, ""),
                ComponentChecks.none(),
                ExecutorSurroundings.none(),
                new SecureRandom());
    }

    /**
     * A scheduler among others.
     *
     * @param clock of the site: the same for all its servers
     */
    public FateFlowEngine(
            DataSource dataSource,
            EngineSettings settings,
            ModuleCatalog modules,
            Clock clock,
            Federation federation,
            Membership membership,
            ComponentChecks checks,
            ExecutorSurroundings surroundings) {
        this(dataSource, settings, modules, clock, federation, membership, checks, surroundings, new SecureRandom());
    }

    /**
     * A scheduler whose choices are somebody else's.
     *
     * @param clock of the site: the same for all its servers
     * @param random picks nodes; seeded, if the same nodes are to be picked again
     */
    public FateFlowEngine(
            DataSource dataSource,
            EngineSettings settings,
            ModuleCatalog modules,
            Clock clock,
            Federation federation,
            Membership membership,
            ComponentChecks checks,
            ExecutorSurroundings surroundings,
            RandomGenerator random) {
        base = SchedulerBase.on(
                dataSource, commits, settings, clock, membership.sessionName(), this::engine, currentActor);
        resources = ResourceServices.of(base, random);
        base.stores().registry().register(base.config(), capacity(base.config()));
        DslTranslator translator = new DslTranslator(modules);
        AttemptEnds attemptEnds = new AttemptEnds(base.channel());
        Revocations revocations = new Revocations(base.channel());
        notifications = NotificationServices.of(base, resources, jobEnds);
        consents = ConsentServices.of(base, modules, notifications.events());
        PartyServices parties = PartyServices.of(
                base,
                resources,
                attemptEnds,
                checks,
                translator,
                federation,
                notifications.events(),
                consents.consents());
        nodes = NodeServices.of(base, resources, parties.reports(), attemptEnds, revocations, membership, surroundings);
        jobs = JobServices.of(
                base,
                resources,
                parties,
                translator,
                federation,
                notifications.events(),
                surroundings.providers(),
                consents);
        StepServices steps = StepServices.of(base, resources, parties, attemptEnds, notifications.events());
        operators = OperatorServices.of(
                base, resources, steps, jobs, parties.initiator().decision(), revocations, consents.policy());
        ProcessSteps processSteps = new ProcessSteps(base, resources, parties, steps, jobs, consents);
        plugin = new FateEnginePlugin(
                this,
                processSteps.delegates(federation, revocations, operators),
                processSteps.watch(),
                jobs.suspensions(),
                new TopicsOfNodes(resources.topics()),
                settings.outside());
    }

    private static String capacity(EngineConfig config) {
        return Json.write(
                Json.object().put("cores_per_node", config.coresPerNode()).put("nodes", config.nodes()));
    }

    ImmediateSteps immediateSteps() {
        return immediateSteps;
    }

    /**
     * Waits for the steps that this server does outside of the engine's job executor, which must have been shut down; it
     * begins no more of them.
     *
     * @return whether all have ended within that time
     */
    public boolean endSteps(Duration patience) {
        return immediateSteps.end(patience);
    }

    void started(ProcessEngine started) {
        engine.set(started);
    }

    private ProcessEngine engine() {
        ProcessEngine running = engine.get();
        if (running == null) {
            throw new IllegalStateException("the process engine has not been built with this plugin");
        }
        return running;
    }

    /** To be given to the engine's configuration before it is built. */
    public ProcessEnginePlugin plugin() {
        return plugin;
    }

    /** What was committed on this node. */
    public Commits commits() {
        return commits;
    }

    /** What hears of jobs that have ended on this node. */
    public JobEnds jobEnds() {
        return jobEnds;
    }

    /** Where everything that users do is written down. */
    public AuditLog audit() {
        return base.audit();
    }

    /** On whose behalf threads work: to be set by whoever takes requests. */
    public CurrentActor currentActor() {
        return currentActor;
    }

    public JobCommands jobs() {
        return jobs.commands();
    }

    public ModelCommands modelCommands() {
        return jobs.modelCommands();
    }

    /** Asks the parties of a job before there is one. */
    public JobPreflight preflight() {
        return jobs.preflight();
    }

    /** What data owners do about consents. */
    public ConsentDesk consents() {
        return jobs.consentDesk();
    }

    /** What is wrong with a site's policy before it is deployed; empty if nothing is. */
    List<String> problemsOfPolicy(byte[] dmn) {
        return consents.policy().problemsOf(dmn);
    }

    int loginsAtOnce() {
        return base.settings().loginsAtOnce();
    }

    int passwordRounds() {
        return base.settings().passwordRounds();
    }

    /** The file with the site's policy; null if it has none, or somebody deploys it. */
    @Nullable
    Path consentPolicy() {
        return base.settings().consentPolicy();
    }

    /** What components have learned. */
    public ComponentModelStore models() {
        return base.stores().models();
    }

    /** What components had learned after single iterations. */
    public CheckpointStore checkpoints() {
        return base.stores().checkpoints();
    }

    /** Does what other sites ask. */
    public PartyWireHandler partyCalls() {
        return jobs.partyCalls();
    }

    /** Calls other sites when this server is up. */
    public PartiesAtStart partiesAtStart() {
        return new PartiesAtStart(base.commands());
    }

    /** Why jobs wait, at the moment of the question. */
    public WaitReasons waitReasons() {
        return resources.reasons();
    }

    /** Why attempts wait for nodes, at the moment of the question. */
    public NodePlacements placements() {
        return resources.placements();
    }

    /** This server and its workers, and the attempts that they have. */
    public NodeServices nodes() {
        return nodes;
    }

    /** What receivers outside are told of jobs. */
    public NotificationServices notifications() {
        return notifications;
    }

    /** What looks at the site, keeps it in order and repairs it. */
    public OperatorServices operators() {
        return operators;
    }
}
