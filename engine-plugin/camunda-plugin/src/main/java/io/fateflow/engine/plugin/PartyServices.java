package io.fateflow.engine.plugin;

import org.springframework.jdbc.datasource.DataSourceTransactionManager;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.initiator.ReadyParties;
import io.fateflow.engine.initiator.SlowParties;
import io.fateflow.engine.job.RunParameters;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.party.ComponentChecks;
import io.fateflow.engine.party.Inheritance;
import io.fateflow.engine.party.JobCreation;
import io.fateflow.engine.party.JobUpdate;
import io.fateflow.engine.party.LocalParty;
import io.fateflow.engine.party.PartyShares;
import io.fateflow.engine.party.PartyTasks;
import io.fateflow.engine.party.PlannedComponents;
import io.fateflow.engine.process.EngineProcesses;
import io.fateflow.engine.process.PartyCalls;
import io.fateflow.engine.project.ProjectRules;
import io.fateflow.engine.project.WrittenNames;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.resource.placement.LearnedRequests;

/**
 * What parties of this site do, whoever asks, and how parties elsewhere are reached.
 *
 * @param components what workers of this site can run
 * @param names of tables that jobs make
 * @param calls to other sites, a party at a time where it is slow
 */
record PartyServices(
        RunParameters runParameters,
        PlannedComponents components,
        PartyTasks tasks,
        LocalParty local,
        ReportOutbox reports,
        WrittenNames names,
        PartyCalls calls,
        InitiatorServices initiator,
        ParticipantServices participant) {

    static PartyServices of(
            SchedulerBase base,
            ResourceServices resources,
            AttemptEnds attemptEnds,
            ComponentChecks checks,
            DslTranslator translator,
            Federation federation,
            Notifications notifications,
            Consents consents) {
        Stores stores = base.stores();
        EngineProcesses processes = resources.processes();
        RunParameters runParameters = new RunParameters(base.config());
        PartyShares shares = new PartyShares(
                stores.registry(),
                base.config(),
                runParameters,
                base.settings().demands(),
                new LearnedRequests(base.jdbc()));
        ReportOutbox reports = new ReportOutbox(base.jdbc(), processes);
        PartyTasks tasks = new PartyTasks(stores.tasks(), processes);
        PlannedComponents components = new PlannedComponents(checks);
        ProjectRules projects = new ProjectRules(base.settings().projects(), base.jdbc());
        WrittenNames names = new WrittenNames(base.settings().projects(), projects, base.jdbc(), base.clock());
        LocalParty local = new LocalParty(
                new JobCreation(
                        stores.jobs(),
                        stores.tasks(),
                        stores.parameters(),
                        shares,
                        new Inheritance(base.jdbc()),
                        components,
                        consents,
                        projects),
                new JobUpdate(stores.jobs(), stores.tasks(), stores.parameters(), shares, consents, projects),
                stores.jobs(),
                stores.pipelines(),
                resources.manager(),
                base.config().engine(),
                tasks,
                processes,
                resources.placements(),
                consents);
        SlowParties slow =
                new SlowParties(base.jdbc(), new DataSourceTransactionManager(base.dataSource()), base.clock());
        InitiatorServices initiator = InitiatorServices.of(
                stores,
                local,
                resources.manager(),
                attemptEnds,
                processes,
                slow,
                federation.site().partyId(),
                base.clock());
        return new PartyServices(
                runParameters,
                components,
                tasks,
                local,
                reports,
                names,
                new PartyCalls(federation.transport(), slow, base.sessions(), base.clock()),
                initiator,
                new ParticipantServices(
                        stores,
                        local,
                        tasks,
                        resources.manager(),
                        processes,
                        reports,
                        translator,
                        federation,
                        notifications,
                        consents,
                        names,
                        new ReadyParties(stores.jobs(), initiator.outbox(), processes),
                        base.settings().chainKeys(),
                        base.clock()));
    }
}
