package io.fateflow.engine.plugin;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.dsl.bpmn.DagCompiler;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.initiator.RemoteDeployment;
import io.fateflow.engine.job.JobIds;
import io.fateflow.engine.model.PredictSubmission;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.participant.ForeignStops;
import io.fateflow.engine.party.Providers;
import io.fateflow.engine.process.ConsentDesk;
import io.fateflow.engine.process.DagDeployer;
import io.fateflow.engine.process.EngineJobCommands;
import io.fateflow.engine.process.EngineModelCommands;
import io.fateflow.engine.process.EngineSuspensions;
import io.fateflow.engine.process.JobPreflight;
import io.fateflow.engine.process.JobReruns;
import io.fateflow.engine.process.LockedJobs;
import io.fateflow.engine.process.ParameterUpdates;
import io.fateflow.engine.process.PartyRefusals;
import io.fateflow.engine.process.QueueAssignment;
import io.fateflow.engine.process.RerunPreparation;
import io.fateflow.engine.process.StoredPlans;
import io.fateflow.engine.process.SubmissionPlanner;
import io.fateflow.engine.process.Suspensions;
import io.fateflow.engine.process.UnreachableParties;
import io.fateflow.engine.resource.placement.DemandWarnings;
import io.fateflow.engine.resource.placement.LearnedRequests;
import io.fateflow.engine.resource.placement.UsageWarnings;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.preflight.Preflight;

/**
 * What users, operators and other sites ask of jobs and models.
 *
 * @param planner understands what is submitted
 * @param refusals of parties that can't take part
 * @param commands on jobs
 * @param modelCommands on trained models
 * @param partyCalls does what other sites ask
 * @param reruns of ended jobs, and of those that were preempted
 * @param queues which queue a job waits in
 * @param suspensions what is suspended in the engine's own tools is so here
 * @param consentDesk what data owners do about consents
 * @param unreachable parties that did not answer this node
 */
record JobServices(
        JobIds ids,
        SubmissionPlanner planner,
        PartyRefusals refusals,
        DagCompiler compiler,
        DagDeployer deployer,
        StoredPlans plans,
        RerunPreparation preparation,
        LockedJobs locked,
        JobReruns reruns,
        QueueAssignment queues,
        EngineSuspensions suspensions,
        UnreachableParties unreachable,
        EngineJobCommands commands,
        EngineModelCommands modelCommands,
        PartyWireHandler partyCalls,
        ConsentDesk consentDesk) {

    static JobServices of(
            SchedulerBase base,
            ResourceServices resources,
            PartyServices parties,
            DslTranslator translator,
            Federation federation,
            Notifications notifications,
            Providers providers,
            ConsentServices consents) {
        Stores stores = base.stores();
        long ownPartyId = federation.site().partyId();
        EngineCommands commands = base.commands();
        InitiatorServices initiator = parties.initiator();
        JobIds ids = new JobIds(base.clock());
        DagCompiler compiler = new DagCompiler();
        DagDeployer deployer = new DagDeployer(
                base.jdbc(), base.clock(), () -> base.engine().get().getRepositoryService());
        StoredPlans plans = new StoredPlans(translator);
        RerunPreparation preparation = new RerunPreparation(stores.jobs(), stores.tasks(), initiator.gateway());
        LockedJobs locked = new LockedJobs(
                commands, stores.jobs(), stores.tasks(), resources.manager().gate());
        Suspensions suspensions = new Suspensions(
                locked,
                stores.jobs().requests(),
                stores.tasks(),
                resources.processes(),
                base.config().engine(),
                base.audit());
        QueueAssignment queues = new QueueAssignment(
                stores.jobs(),
                resources.queues(),
                resources.placements(),
                base.settings().projects());
        JobReruns reruns = new JobReruns(
                locked, stores.jobs(), plans, compiler, deployer, preparation, resources.reasons(), base.audit());
        ForeignStops stops = parties.participant().stops(federation.transport(), commands, base.audit());
        SubmissionPlanner planner = new SubmissionPlanner(
                new PredictSubmission(stores.pipelines()),
                translator,
                parties.runParameters(),
                ownPartyId,
                notifications,
                providers);
        PartyRefusals refusals = new PartyRefusals(
                parties.components(),
                new Preflight(federation.transport(), JobServices::askAside),
                consents.consents(),
                ownPartyId);
        EngineJobCommands jobCommands = new EngineJobCommands(
                commands,
                resources.processes(),
                stores.jobs(),
                ids,
                planner,
                refusals,
                reruns,
                new ParameterUpdates(
                        locked,
                        stores.jobs(),
                        plans,
                        parties.runParameters(),
                        initiator.gateway(),
                        queues,
                        () -> {
                            resources.placements().nodesChanged();
                            resources.processes().wakeWaiting(base.config().engine());
                        },
                        notifications,
                        base.audit()),
                suspensions,
                stops,
                new DemandWarnings(base.jdbc(), resources.placements()),
                new UsageWarnings(new LearnedRequests(base.jdbc())),
                base.audit());
        EngineModelCommands modelCommands = new EngineModelCommands(
                commands,
                stores.pipelines(),
                stores.imported(),
                stores.models(),
                stores.checkpoints(),
                translator,
                ids,
                base.audit(),
                new RemoteDeployment(federation.transport(), ownPartyId));
        UnreachableParties unreachable = new UnreachableParties(commands);
        return new JobServices(
                ids,
                planner,
                refusals,
                compiler,
                deployer,
                plans,
                preparation,
                locked,
                reruns,
                queues,
                new EngineSuspensions(commands, suspensions),
                unreachable,
                jobCommands,
                modelCommands,
                parties.participant().calls(jobCommands, modelCommands, initiator, commands, unreachable),
                new ConsentDesk(
                        commands,
                        resources.processes(),
                        consents.consents(),
                        consents.store(),
                        consents.decisions(),
                        stores.jobs(),
                        plans,
                        stops));
    }

    /** Whether the parties of a job could take part. */
    JobPreflight preflight() {
        return new JobPreflight(planner, refusals, ids);
    }

    /** A thread for a few seconds: jobs with other sites are not submitted often enough to keep any. */
    private static void askAside(Runnable question) {
        Thread thread = new Thread(question, "preflight");
        thread.setDaemon(true);
        thread.start();
    }
}
