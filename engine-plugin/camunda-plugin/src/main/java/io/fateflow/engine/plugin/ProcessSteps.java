package io.fateflow.engine.plugin;

import java.util.List;
import java.util.stream.Stream;

import org.camunda.bpm.engine.delegate.JavaDelegate;

import io.fateflow.engine.executor.Revocations;
import io.fateflow.engine.housekeeping.OldConsents;
import io.fateflow.engine.housekeeping.OldDefinitions;
import io.fateflow.engine.housekeeping.Retention;
import io.fateflow.engine.job.ExpectedDurations;
import io.fateflow.engine.process.ApplyConsentPolicy;
import io.fateflow.engine.process.ApplyJobResources;
import io.fateflow.engine.process.ApplyPartyResources;
import io.fateflow.engine.process.ApplyTaskResources;
import io.fateflow.engine.process.AwaitOperator;
import io.fateflow.engine.process.CancelJobAtParties;
import io.fateflow.engine.process.CollectTask;
import io.fateflow.engine.process.CompileDsl;
import io.fateflow.engine.process.CreateJobAtParties;
import io.fateflow.engine.process.EscalateConsent;
import io.fateflow.engine.process.ExpireConsent;
import io.fateflow.engine.process.FailJobAtParties;
import io.fateflow.engine.process.FinishJob;
import io.fateflow.engine.process.FinishTask;
import io.fateflow.engine.process.InheritanceRules;
import io.fateflow.engine.process.JobProcessEnded;
import io.fateflow.engine.process.NewTaskVersion;
import io.fateflow.engine.process.NotifyLongWait;
import io.fateflow.engine.process.RemindOfConsent;
import io.fateflow.engine.process.RemoveOldAuditEntries;
import io.fateflow.engine.process.RemoveOldConsents;
import io.fateflow.engine.process.RemoveOldFiles;
import io.fateflow.engine.process.RemoveOldJobs;
import io.fateflow.engine.process.RemoveUnusedDefinitions;
import io.fateflow.engine.process.ReportToInitiator;
import io.fateflow.engine.process.SendCommand;
import io.fateflow.engine.process.SendReport;
import io.fateflow.engine.process.StartJobAtParties;
import io.fateflow.engine.process.StartTaskAtParties;
import io.fateflow.engine.process.StopExecutor;
import io.fateflow.engine.process.StopTaskAtParties;
import io.fateflow.engine.process.TakeConsentDecision;
import io.fateflow.engine.process.TellInitiatorOfConsent;
import io.fateflow.engine.process.TimeOutJobAtParties;
import io.fateflow.engine.process.WatchForeignJob;
import io.fateflow.engine.resource.placement.InputNodes;
import io.fateflow.engine.task.JobProgress;

/** The delegates of all processes: one class a service task. */
final class ProcessSteps {

    private final SchedulerBase base;
    private final ResourceServices resources;
    private final PartyServices parties;
    private final StepServices steps;
    private final JobServices jobs;
    private final ConsentServices consents;
    private final JobProgress progress;
    private final CancelJobAtParties cancel;

    ProcessSteps(
            SchedulerBase base,
            ResourceServices resources,
            PartyServices parties,
            StepServices steps,
            JobServices jobs,
            ConsentServices consents) {
        this.base = base;
        this.resources = resources;
        this.parties = parties;
        this.steps = steps;
        this.jobs = jobs;
        this.consents = consents;
        this.progress = new JobProgress(base.jdbc());
        this.cancel = new CancelJobAtParties(steps.job(), progress, base.audit());
    }

    /** @param revocations tells workers whose attempts must end */
    Delegates delegates(Federation federation, Revocations revocations, OperatorServices operators) {
        return new Delegates(Stream.of(
                        ofSubmissions(),
                        ofJobs(),
                        ofTasks(),
                        ofParties(revocations),
                        betweenSites(federation),
                        ofConsents(),
                        ofHousekeeping(operators))
                .flatMap(List::stream)
                .toList());
    }

    /** Sees that a job's row ends with its process, whoever ended that. */
    JobProcessWatch watch() {
        return new JobProcessWatch(new JobProcessEnded(base.stores().jobs(), cancel));
    }

    private List<JavaDelegate> ofSubmissions() {
        Stores stores = base.stores();
        return List.of(
                new CompileDsl(
                        jobs.planner(), jobs.compiler(), jobs.deployer(), jobs.ids(), jobs.refusals(), base.sessions()),
                new CreateJobAtParties(
                        parties.initiator().gateway(),
                        stores.jobs(),
                        new InheritanceRules(stores.jobs(), stores.tasks(), jobs.plans()),
                        jobs.queues(),
                        base.settings().jobLimits(),
                        base.audit()));
    }

    private List<JavaDelegate> ofJobs() {
        return List.of(
                new ApplyJobResources(
                        steps.job(),
                        resources.admission(),
                        parties.initiator().gang(),
                        resources.processes(),
                        new ExpectedDurations(base.jdbc()),
                        resources.placements(),
                        base.config().engine(),
                        consents.consents(),
                        parties.names()),
                new StartJobAtParties(steps.job()),
                new FinishJob(steps.job()),
                cancel,
                new TimeOutJobAtParties(steps.job(), progress),
                new FailJobAtParties(steps.job(), progress),
                new NotifyLongWait(steps.job().notifications()),
                new AwaitOperator(steps.job(), jobs.preparation(), base.audit()));
    }

    private List<JavaDelegate> ofTasks() {
        return List.of(
                new NewTaskVersion(steps.task()),
                new ApplyTaskResources(steps.task()),
                new StartTaskAtParties(steps.task()),
                new FinishTask(steps.task(), progress),
                new StopTaskAtParties(steps.task(), base.stores().jobs().statuses()));
    }

    private List<JavaDelegate> ofParties(Revocations revocations) {
        return List.of(
                new ApplyPartyResources(steps.party(), new InputNodes(base.jdbc())),
                new ReportToInitiator(steps.party(), parties.initiator().decision()),
                new StopExecutor(steps.party(), revocations));
    }

    private List<JavaDelegate> betweenSites(Federation federation) {
        InitiatorServices initiator = parties.initiator();
        return List.of(
                new SendReport(parties.reports(), parties.calls()),
                new SendCommand(
                        initiator.answers(), parties.calls(), base.stores().jobs(), jobs.unreachable(), base.clock()),
                new CollectTask(initiator.reports(), base.stores().jobs(), parties.calls(), jobs.unreachable()),
                new WatchForeignJob(
                        parties.participant().watch(),
                        parties.calls(),
                        federation.limits().silence(),
                        base.clock()));
    }

    private List<JavaDelegate> ofConsents() {
        return List.of(
                new ApplyConsentPolicy(consents.consents(), consents.disclosures(), consents.notifications()),
                new TakeConsentDecision(consents.decisions(), base.clock()),
                new RemindOfConsent(consents.store(), base.audit(), consents.notifications()),
                new EscalateConsent(consents.store(), base.audit(), consents.notifications()),
                new ExpireConsent(consents.decisions()),
                new TellInitiatorOfConsent(
                        consents.store(),
                        base.stores().jobs(),
                        resources.manager().gate(),
                        resources.processes(),
                        parties.calls()));
    }

    private List<JavaDelegate> ofHousekeeping(OperatorServices operators) {
        Retention retention = base.settings().retention();
        return List.of(
                new RemoveOldFiles(operators.files()),
                new RemoveOldJobs(operators.oldJobs(), base.stores().tasks(), retention, base.clock()),
                new RemoveOldConsents(new OldConsents(base.jdbc()), retention, base.clock()),
                new RemoveUnusedDefinitions(new OldDefinitions(base.jdbc()), retention, base.clock()),
                new RemoveOldAuditEntries(operators.auditChain(), retention, base.clock()));
    }
}
