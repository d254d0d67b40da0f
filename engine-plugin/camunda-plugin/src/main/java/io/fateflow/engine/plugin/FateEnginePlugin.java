package io.fateflow.engine.plugin;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.camunda.bpm.dmn.engine.DmnEngineConfiguration;
import org.camunda.bpm.dmn.engine.impl.DefaultDmnEngineConfiguration;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.ProcessEngineConfiguration;
import org.camunda.bpm.engine.authorization.Groups;
import org.camunda.bpm.engine.impl.bpmn.parser.BpmnParseListener;
import org.camunda.bpm.engine.impl.cfg.AbstractProcessEnginePlugin;
import org.camunda.bpm.engine.impl.cfg.ProcessEngineConfigurationImpl;
import org.camunda.bpm.engine.impl.cfg.multitenancy.TenantCommandChecker;
import org.camunda.bpm.engine.impl.history.handler.HistoryEventHandler;
import org.camunda.bpm.engine.impl.interceptor.CommandInterceptor;
import org.camunda.bpm.engine.impl.interceptor.SessionFactory;
import org.camunda.bpm.engine.impl.variable.serializer.TypedValueSerializer;
import org.camunda.bpm.engine.repository.DeploymentBuilder;

import io.fateflow.engine.executor.PassedObject;
import io.fateflow.engine.process.EngineSuspensions;

/** Puts the scheduler into a Camunda engine: settings, delegates, guard, and the reviewed processes. */
public final class FateEnginePlugin extends AbstractProcessEnginePlugin {

    static final List<String> PROCESSES = List.of(
            "fate-job",
            "fate-task",
            "fate-party-task",
            "fate-report",
            "fate-command",
            "fate-collect",
            "fate-foreign-job",
            "fate-consent",
            "fate-notify",
            "fate-long-wait",
            "fate-housekeeping");

    /** Each takes some 300 KB of heap. */
    private static final int PARSED_DEFINITIONS_KEPT = 200;

    private final FateFlowEngine parts;
    private final Delegates delegates;
    private final JobProcessWatch watch;
    private final EngineSuspensions suspensions;
    private final TopicsOfNodes topics;
    private final OutsideAccounts outside;

    FateEnginePlugin(
            FateFlowEngine parts,
            Delegates delegates,
            JobProcessWatch watch,
            EngineSuspensions suspensions,
            TopicsOfNodes topics,
            OutsideAccounts outside) {
        this.parts = parts;
        this.delegates = delegates;
        this.watch = watch;
        this.suspensions = suspensions;
        this.topics = topics;
        this.outside = outside;
    }

    /** The engine settings that matter, and why. */
    @Override
    public void preInit(ProcessEngineConfigurationImpl engine) {
        engine.setArtifactFactory(delegates);
        engine.setBpmnParseFactory(new ProcessGuard(delegates.names()));
        listen(engine);
        // operators see all that has happened; what several rows would say is written once
        engine.setHistory(ProcessEngineConfiguration.HISTORY_FULL);
        engine.setHistoryEventProducer(new StepHistory());
        engine.setCustomIncidentHandlers(KnownIncidents.handlers());
        // written once at the start; at the end it costs 16 updates for every process instance
        engine.setHistoryRemovalTimeStrategy(ProcessEngineConfiguration.HISTORY_REMOVAL_TIME_STRATEGY_START);
        // any node takes any job: a node that dies leaves none behind
        engine.setJobExecutorDeploymentAware(false);
        // under a backlog, what runs comes before what wants to start
        engine.setJobPriorityProvider(new StepPriorities());
        engine.setJobExecutorAcquireByPriority(true);
        // nothing of a user's text is ever evaluated
        engine.setEnableExpressionsInAdhocQueries(false);
        engine.setEnableExpressionsInStoredQueries(false);
        // nothing that is sent becomes an object of a class that the sender names
        engine.setJavaSerializationFormatEnabled(false);
        engine.setDeserializationTypeValidationEnabled(true);
        engine.setDeserializationTypeValidator(PlainTypes::allow);
        engine.setValueTypeResolver(new NamedVariableTypes());
        passObjects(engine);
        accounts(engine);
        // the policy of consents; no other language than FEEL, which can't reach into this program
        engine.setDmnEnabled(true);
        engine.setDmnEngineConfiguration(guarded());
        engine.setCmmnEnabled(false);
        // a job is tried three times, with time between, before an operator is called
        engine.setDefaultNumberOfRetries(3);
        engine.setFailedJobRetryTimeCycle("R3/PT10S");
        // but what the database has broken off is repeated until it answers, and counts as no try
        RetriesAtOnce retries = new RetriesAtOnce();
        engine.setFailedJobCommandFactory(retries);
        engine.setCustomJobHandlers(List.of(new FirstTryHandler(delegates)));
        intercept(engine, new FailureRecorder(retries));
        intercept(engine, new AcquisitionGuard());
    }

    @Override
    public void postInit(ProcessEngineConfigurationImpl engine) {
        ValidatingParser.replaceIn(engine);
        RecentDefinitions.replaceIn(engine, PARSED_DEFINITIONS_KEPT);
    }

    private static void intercept(ProcessEngineConfigurationImpl engine, CommandInterceptor interceptor) {
        List<CommandInterceptor> interceptors = engine.getCustomPreCommandInterceptorsTxRequired() == null
                ? new ArrayList<>()
                : new ArrayList<>(engine.getCustomPreCommandInterceptorsTxRequired());
        interceptors.add(interceptor);
        engine.setCustomPreCommandInterceptorsTxRequired(interceptors);
    }

    private void accounts(ProcessEngineConfigurationImpl engine) {
        // hashes of earlier versions are still checked: each says by what it was made
        engine.setPasswordEncryptor(new Pbkdf2Passwords(parts.passwordRounds()));
        // groups of roles in projects have a project's name behind a hyphen
        engine.setGroupResourceWhitelistPattern("[a-zA-Z0-9]+|fate[A-Za-z]+-[a-z0-9-]+|" + Groups.CAMUNDA_ADMIN);
        LoginDelays delays = parts.operators().loginDelays();
        engine.setIdentityProviderSessionFactory(Accounts.factory(outside));
        engine.setIdentityService(new Identities(
                outside,
                delays,
                parts.currentActor(),
                parts.operators().loginCodes(),
                new LoginQueue(parts.loginsAtOnce())));
        engine.setCommandCheckers(new ArrayList<>(List.of(new TenantCommandChecker(), new OwnJobsOfTheEngine())));
        List<SessionFactory> sessions = engine.getCustomSessionFactories() == null
                ? new ArrayList<>()
                : new ArrayList<>(engine.getCustomSessionFactories());
        sessions.add(EngineJobs.factory(parts.immediateSteps()));
        engine.setCustomSessionFactories(sessions);
    }

    @SuppressWarnings("rawtypes")
    private static void passObjects(ProcessEngineConfigurationImpl engine) {
        List<TypedValueSerializer> serializers = engine.getCustomPreVariableSerializers() == null
                ? new ArrayList<>()
                : new ArrayList<>(engine.getCustomPreVariableSerializers());
        serializers.add(PassedObject.serializer());
        engine.setCustomPreVariableSerializers(serializers);
    }

    private void listen(ProcessEngineConfigurationImpl engine) {
        List<HistoryEventHandler> handlers = engine.getCustomHistoryEventHandlers() == null
                ? new ArrayList<>()
                : new ArrayList<>(engine.getCustomHistoryEventHandlers());
        engine.setEnableDefaultDbHistoryEventHandler(false);
        handlers.add(0, new RememberedStarts());
        handlers.add(suspensions);
        handlers.add(new AccountChanges(parts.audit()));
        engine.setCustomHistoryEventHandlers(handlers);
        List<BpmnParseListener> listeners = engine.getCustomPreBPMNParseListeners() == null
                ? new ArrayList<>()
                : new ArrayList<>(engine.getCustomPreBPMNParseListeners());
        listeners.add(watch);
        listeners.add(topics);
        engine.setCustomPreBPMNParseListeners(listeners);
    }

    @Override
    public void postProcessEngineBuild(ProcessEngine engine) {
        HistoryIndexes.drop(engine);
        parts.started(engine);
        DeploymentBuilder deployment = engine.getRepositoryService()
                .createDeployment()
                .name("fate-flow-bpm")
                .enableDuplicateFiltering(true);
        PROCESSES.forEach(name -> deployment.addClasspathResource("io/fateflow/bpmn/" + name + ".bpmn"));
        deployment.deploy();
        Path policy = parts.consentPolicy();
        if (policy != null) {
            new PolicyFile(policy).deploy(engine.getRepositoryService(), parts::problemsOfPolicy);
        }
    }

    private static DefaultDmnEngineConfiguration guarded() {
        DefaultDmnEngineConfiguration dmn =
                (DefaultDmnEngineConfiguration) DmnEngineConfiguration.createDefaultDmnEngineConfiguration();
        dmn.getTransformer().getTransformListeners().add(new DmnGuard());
        return dmn;
    }
}
