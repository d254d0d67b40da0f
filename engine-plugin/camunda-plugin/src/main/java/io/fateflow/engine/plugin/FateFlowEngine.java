package io.fateflow.engine.plugin;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.cfg.ProcessEnginePlugin;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

import io.fateflow.database.Json;
import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.Party;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.dsl.module.ModuleCatalog;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.CurrentActor;
import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.executor.ExecutorSurroundings;
import io.fateflow.engine.executor.ExecutorTaskService;
import io.fateflow.engine.executor.ExecutorTaskSignal;
import io.fateflow.engine.executor.FetchLock;
import io.fateflow.engine.executor.LostRace;
import io.fateflow.engine.executor.NodeMembership;
import io.fateflow.engine.executor.NodeTasks;
import io.fateflow.engine.executor.Revocations;
import io.fateflow.engine.executor.SiteWorkerService;
import io.fateflow.engine.executor.TaskConfigs;
import io.fateflow.engine.executor.WorkerService;
import io.fateflow.engine.housekeeping.FileRetentions;
import io.fateflow.engine.housekeeping.OldDefinitions;
import io.fateflow.engine.housekeeping.OldJobs;
import io.fateflow.engine.initiator.ComponentDecision;
import io.fateflow.engine.initiator.GangReservation;
import io.fateflow.engine.initiator.RemoteDeployment;
import io.fateflow.engine.initiator.SlowParties;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.job.JobStore;
import io.fateflow.engine.job.RunParameters;
import io.fateflow.engine.model.ComponentModelStore;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.model.PredictSubmission;
import io.fateflow.engine.node.Commits;
import io.fateflow.engine.node.DatabaseSessions;
import io.fateflow.engine.node.Membership;
import io.fateflow.engine.node.NodeChannel;
import io.fateflow.engine.node.NodeSignal;
import io.fateflow.engine.node.PostgresChannel;
import io.fateflow.engine.node.PostgresSessions;
import io.fateflow.engine.node.WorkerStore;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.party.Inheritance;
import io.fateflow.engine.party.JobCreation;
import io.fateflow.engine.party.JobUpdate;
import io.fateflow.engine.party.LocalParty;
import io.fateflow.engine.party.PartyShares;
import io.fateflow.engine.party.PartyTasks;
import io.fateflow.engine.party.PlannedComponents;
import io.fateflow.engine.process.ApplyJobResources;
import io.fateflow.engine.process.ApplyPartyResources;
import io.fateflow.engine.process.ApplyTaskResources;
import io.fateflow.engine.process.AwaitOperator;
import io.fateflow.engine.process.CancelJobAtParties;
import io.fateflow.engine.process.CollectTask;
import io.fateflow.engine.process.CompileDsl;
import io.fateflow.engine.process.CreateJobAtParties;
import io.fateflow.engine.process.DagDeployer;
import io.fateflow.engine.process.EngineJobCommands;
import io.fateflow.engine.process.EngineModelCommands;
import io.fateflow.engine.process.EngineProcesses;
import io.fateflow.engine.process.EngineSuspensions;
import io.fateflow.engine.process.FailJobAtParties;
import io.fateflow.engine.process.FinishJob;
import io.fateflow.engine.process.FinishTask;
import io.fateflow.engine.process.InheritanceRules;
import io.fateflow.engine.process.JobProcessEnded;
import io.fateflow.engine.process.JobReruns;
import io.fateflow.engine.process.JobStepServices;
import io.fateflow.engine.process.LockedJobs;
import io.fateflow.engine.process.MaintenanceSwitch;
import io.fateflow.engine.process.NewTaskVersion;
import io.fateflow.engine.process.ParameterUpdates;
import io.fateflow.engine.process.PartyCalls;
import io.fateflow.engine.process.PartyRefusals;
import io.fateflow.engine.process.PartyStepServices;
import io.fateflow.engine.process.RemoveOldAuditEntries;
import io.fateflow.engine.process.RemoveOldFiles;
import io.fateflow.engine.process.RemoveOldJobs;
import io.fateflow.engine.process.RemoveUnusedDefinitions;
import io.fateflow.engine.process.ReportToInitiator;
import io.fateflow.engine.process.RerunPreparation;
import io.fateflow.engine.process.SendCommand;
import io.fateflow.engine.process.SendReport;
import io.fateflow.engine.process.StartJobAtParties;
import io.fateflow.engine.process.StartTaskAtParties;
import io.fateflow.engine.process.StopExecutor;
import io.fateflow.engine.process.StopTaskAtParties;
import io.fateflow.engine.process.StoredPlans;
import io.fateflow.engine.process.Suspensions;
import io.fateflow.engine.process.TaskStepServices;
import io.fateflow.engine.process.TimeOutJobAtParties;
import io.fateflow.engine.process.UnreachableParties;
import io.fateflow.engine.process.WatchForeignJob;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.resource.Admission;
import io.fateflow.engine.resource.EngineConfig;
import io.fateflow.engine.resource.Maintenance;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.engine.resource.WaitReasons;
import io.fateflow.engine.resource.placement.DemandWarnings;
import io.fateflow.engine.resource.placement.InputNodes;
import io.fateflow.engine.resource.placement.NodeCapacities;
import io.fateflow.engine.resource.placement.NodePlacements;
import io.fateflow.engine.resource.placement.NodeResourceStore;
import io.fateflow.engine.resource.placement.PlacedTopics;
import io.fateflow.engine.resource.placement.Placement;
import io.fateflow.engine.task.JobProgress;
import io.fateflow.engine.task.TaskKey;
import io.fateflow.engine.task.TaskStore;
import io.fateflow.engine.task.TaskTokens;
import io.fateflow.federation.PartyGateway;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.preflight.Preflight;
import io.fateflow.operations.doctor.Doctor;
import io.fateflow.operations.repair.DoctorRepairs;

/**
 * The scheduler, wired: everything of this module on one data source. Give {@link #plugin()} to a Camunda engine on the
 * same data source and the same Spring transaction manager; then the other parts work.
 *
 * <p>The tables must be there: the Flyway scripts are under {@code db/fateflow}.
 */
public final class FateFlowEngine {

    private final Commits commits = new Commits();
    private final AtomicReference<@Nullable ProcessEngine> engine = new AtomicReference<>();
    private final JobCommands jobCommands;
    private final ModelCommands modelCommands;
    private final ExecutorTaskService executorTasks;
    private final WorkerService workers;
    private final PartyWireHandler partyCalls;
    private final ComponentModelStore models;
    private final TaskTokens tokens;
    private final AttemptEnds attemptEnds;
    private final NodeMembership nodes;
    private final NodeTasks nodeTasks;
    private final NodePlacements placements;
    private final CurrentActor currentActor = new CurrentActor();
    private final LoginDelays loginDelays;
    private final AuditLog audit;
    private final MaintenanceSwitch maintenanceSwitch;
    private final Doctor doctor;
    private final FileRetentions fileKeepers;
    private final OldJobs oldJobs;
    private final WaitReasons waitReasons;
    private final DoctorRepairs repairs;
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
                ExecutorSurroundings.none());
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
        JdbcTemplate jdbc = commits.watched(dataSource);
        EngineConfig config = settings.engine();
        loginDelays = new LoginDelays(clock);
        audit = new AuditLog(jdbc, clock, new ActingUser(currentActor, this::engine));
        Stores stores = Stores.on(jdbc, clock);
        JobStore jobs = stores.jobs();
        TaskStore tasks = stores.tasks();
        models = stores.models();
        DslTranslator translator = new DslTranslator(modules);
        Maintenance maintenance = Maintenance.open(jdbc, clock);
        Admission admission = new Admission(jdbc, stores.registry(), clock, settings.aging(), maintenance);
        RunParameters runParameters = new RunParameters(config);
        JobProgress progress = new JobProgress(jdbc);
        JobIds ids = new JobIds(clock);
        boolean shared = isPostgres(jdbc);
        NodeChannel channel = shared ? new PostgresChannel(dataSource) : NodeChannel.alone();
        DatabaseSessions sessions =
                shared ? new PostgresSessions(jdbc, membership.sessionName()) : DatabaseSessions.own();
        attemptEnds = new AttemptEnds(channel);
        Revocations revocations = new Revocations(channel);
        EngineProcesses processes = new EngineProcesses(() -> engine().getRuntimeService(), admission);
        NodeResourceStore nodeResources = NodeResourceStore.open(jdbc, clock);
        WorkerStore workerRows = new WorkerStore(jdbc);
        PlacedTopics topics = new PlacedTopics();
        placements = new NodePlacements(
                jdbc,
                nodeResources,
                new Placement(new SecureRandom()),
                () -> workerRows.takingTasks(settings.silence().worker()),
                (lease, node) -> {
                    TaskKey key =
                            new TaskKey(lease.taskId(), lease.taskVersion(), Party.of(lease.role(), lease.partyId()));
                    topics.placed(key.businessKey(), node);
                    processes.placeFound(key);
                    channel.tell(new NodeSignal.Tasks());
                },
                clock,
                settings.aging());
        ResourceManager resources = new ResourceManager(jdbc, stores.registry(), stores.leases(), placements, clock);
        PartyShares shares = new PartyShares(stores.registry(), config, runParameters, settings.demands());
        ReportOutbox reports = new ReportOutbox(jdbc, processes);
        PartyTasks partyTasks = new PartyTasks(tasks, processes);
        PlannedComponents components = new PlannedComponents(checks);
        LocalParty localParty = new LocalParty(
                new JobCreation(jobs, tasks, stores.parameters(), shares, new Inheritance(jdbc), components),
                new JobUpdate(jobs, tasks, stores.parameters(), shares),
                jobs,
                stores.pipelines(),
                resources,
                config.engine(),
                partyTasks,
                processes);
        long ownPartyId = federation.site().partyId();
        SlowParties slow = new SlowParties(jdbc, new DataSourceTransactionManager(dataSource), clock);
        PartyCalls calls = new PartyCalls(federation.transport(), slow, sessions, clock);
        InitiatorServices initiator =
                InitiatorServices.of(stores, localParty, resources, attemptEnds, processes, slow, ownPartyId, clock);
        PartyGateway gateway = initiator.gateway();
        ComponentDecision decision = initiator.decision();
        WaitReasons reasons = new WaitReasons(stores.registry(), stores.leases(), admission);
        waitReasons = reasons;
        JobStepServices jobParts = new JobStepServices(jobs, gateway, resources, reasons);
        TaskStepServices taskParts = new TaskStepServices(tasks, gateway, resources, processes);
        PartyStepServices partyParts = new PartyStepServices(
                tasks, resources, config.engine(), processes, attemptEnds, reports, channel, placements, topics);
        LostRace lostRace = new LostRace();

        stores.registry()
                .register(
                        config,
                        Json.write(Json.object()
                                .put("cores_per_node", config.coresPerNode())
                                .put("nodes", config.nodes())));
        tokens = TaskTokens.open(jdbc, clock);
        EngineCommands commands = new EngineCommands(this::engine, lostRace);
        ExecutorTaskSignal fetchers = new ExecutorTaskSignal();
        FetchLock turn = FetchLock.open(jdbc, clock);
        executorTasks = new ExecutorTaskService(
                commands,
                tasks,
                new TaskConfigs(jdbc, stores.tracking(), models),
                stores.tracking(),
                models,
                tokens,
                reports,
                revocations,
                fetchers,
                workerRows,
                turn,
                channel,
                clock);
        NodeCapacities capacities = new NodeCapacities(nodeResources, placements);
        nodeTasks = new NodeTasks(commands, placements, capacities, workerRows, turn, channel, audit);
        nodes = new NodeMembership(
                commands,
                jdbc,
                new JdbcTemplate(membership.signsOfLife()),
                sessions,
                channel,
                executorTasks,
                new NodeMembership.Wakeups(fetchers, revocations, attemptEnds),
                settings.silence());
        workers = new SiteWorkerService(executorTasks, nodes, surroundings, audit);
        DagCompiler compiler = new DagCompiler();
        DagDeployer deployer = new DagDeployer(jdbc, clock, () -> engine().getRepositoryService());
        StoredPlans plans = new StoredPlans(translator);
        RerunPreparation preparation = new RerunPreparation(jobs, tasks, gateway);
        UnreachableParties silent = new UnreachableParties(commands);
        LockedJobs locked = new LockedJobs(commands, jobs, tasks, resources);
        ParticipantServices receiving = new ParticipantServices(
                stores, localParty, partyTasks, resources, processes, reports, translator, federation, clock);
        Suspensions suspensions = new Suspensions(locked, jobs, tasks, processes, config.engine(), audit);
        EngineSuspensions engineSuspensions = new EngineSuspensions(commands, suspensions);
        jobCommands = new EngineJobCommands(
                commands,
                processes,
                jobs,
                ids,
                new JobReruns(locked, jobs, plans, compiler, deployer, preparation, reasons, audit),
                new ParameterUpdates(locked, jobs, plans, runParameters, gateway, audit),
                suspensions,
                receiving.stops(federation.transport(), commands, audit),
                new DemandWarnings(jdbc, placements),
                audit);
        maintenanceSwitch = new MaintenanceSwitch(commands, maintenance, config.engine(), processes, audit);
        fileKeepers = new FileRetentions(settings.retention(), clock);
        oldJobs = new OldJobs(jdbc);
        doctor = new Doctor(dataSource, admission, placements, config.engine(), clock);
        repairs = new DoctorRepairs(
                commands, doctor, jobParts, partyParts, decision, revocations, engineSuspensions, audit, clock);
        modelCommands = new EngineModelCommands(
                commands,
                stores.pipelines(),
                translator,
                ids,
                audit,
                new RemoteDeployment(federation.transport(), ownPartyId));
        CancelJobAtParties cancel = new CancelJobAtParties(jobParts, progress, audit);
        partyCalls = receiving.calls(jobCommands, modelCommands, initiator, commands, silent);
        plugin = new FateEnginePlugin(
                this,
                new Delegates(List.of(
                        new CompileDsl(
                                new PredictSubmission(stores.pipelines()),
                                translator,
                                compiler,
                                deployer,
                                runParameters,
                                ids,
                                ownPartyId,
                                new PartyRefusals(
                                        components,
                                        new Preflight(federation.transport(), FateFlowEngine::askAside),
                                        sessions,
                                        ownPartyId)),
                        new CreateJobAtParties(gateway, jobs, new InheritanceRules(jobs, tasks, plans), audit),
                        new ApplyJobResources(
                                jobParts,
                                admission,
                                new GangReservation(initiator.here(), initiator.outbox(), clock),
                                processes,
                                config.engine()),
                        new StartJobAtParties(jobParts),
                        new FinishJob(jobParts),
                        cancel,
                        new TimeOutJobAtParties(jobParts, progress),
                        new FailJobAtParties(jobParts, progress),
                        new AwaitOperator(jobParts, preparation, audit),
                        new NewTaskVersion(taskParts),
                        new ApplyTaskResources(taskParts),
                        new StartTaskAtParties(taskParts),
                        new FinishTask(taskParts, progress),
                        new StopTaskAtParties(taskParts, jobs),
                        new ApplyPartyResources(partyParts, new InputNodes(jdbc)),
                        new ReportToInitiator(partyParts, decision),
                        new StopExecutor(partyParts, revocations),
                        new SendReport(reports, calls),
                        new SendCommand(initiator.answers(), calls, jobs, silent, clock),
                        new CollectTask(initiator.reports(), calls, silent),
                        new WatchForeignJob(
                                receiving.watch(), calls, federation.limits().silence(), clock),
                        new RemoveOldFiles(fileKeepers),
                        new RemoveOldJobs(oldJobs, tasks, settings.retention(), clock),
                        new RemoveUnusedDefinitions(new OldDefinitions(jdbc), settings.retention(), clock),
                        new RemoveOldAuditEntries(audit, settings.retention(), clock))),
                new JobProcessWatch(new JobProcessEnded(jobs, cancel)),
                engineSuspensions,
                new TopicsOfNodes(topics));
    }

    /** Other nodes can be there on PostgreSQL only: an H2 file is one server's. */
    private static boolean isPostgres(JdbcTemplate jdbc) {
        return "PostgreSQL".equals(jdbc.execute((ConnectionCallback<String>)
                connection -> connection.getMetaData().getDatabaseProductName()));
    }

    /** A thread for a few seconds: jobs with other sites are not submitted often enough to keep any. */
    private static void askAside(Runnable question) {
        Thread thread = new Thread(question, "preflight");
        thread.setDaemon(true);
        thread.start();
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

    public JobCommands jobs() {
        return jobCommands;
    }

    /** The site's maintenance. */
    public MaintenanceSwitch maintenance() {
        return maintenanceSwitch;
    }

    /** Looks whether all is as it must be. */
    public Doctor doctor() {
        return doctor;
    }

    /** Where to say that one looks after files of this node. */
    public FileRetentions fileKeepers() {
        return fileKeepers;
    }

    /** Jobs that ended long ago. */
    public OldJobs oldJobs() {
        return oldJobs;
    }

    /** Why jobs wait, at the moment of the question. */
    public WaitReasons waitReasons() {
        return waitReasons;
    }

    /** Does what the doctor proposes. */
    public DoctorRepairs repairs() {
        return repairs;
    }

    /** Where everything that users do is written down. */
    public AuditLog audit() {
        return audit;
    }

    /** On whose behalf threads work: to be set by whoever takes requests. */
    public CurrentActor currentActor() {
        return currentActor;
    }

    public ModelCommands modelCommands() {
        return modelCommands;
    }

    public ExecutorTaskService executorTasks() {
        return executorTasks;
    }

    /** What workers and their operators call. */
    public WorkerService workers() {
        return workers;
    }

    /** What components have learned. */
    public ComponentModelStore models() {
        return models;
    }

    /** Does what other sites ask. */
    public PartyWireHandler partyCalls() {
        return partyCalls;
    }

    /** Where to hear of ended attempts. */
    public AttemptEnds attemptEnds() {
        return attemptEnds;
    }

    /** This server among the site's others. */
    public NodeMembership nodes() {
        return nodes;
    }

    /** Why attempts wait for nodes, at the moment of the question. */
    public NodePlacements placements() {
        return placements;
    }

    /** What nodes have, and what becomes of attempts when that changes. */
    public NodeTasks nodeTasks() {
        return nodeTasks;
    }

    public LoginDelays loginDelays() {
        return loginDelays;
    }

    public TaskTokens tokens() {
        return tokens;
    }
}
