package io.fateflow.engine.plugin;

import java.time.Clock;

import io.fateflow.dsl.DslTranslator;
import io.fateflow.engine.audit.AuditLog;
import io.fateflow.engine.audit.chain.AuditChain;
import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.engine.audit.chain.HeadExchange;
import io.fateflow.engine.audit.chain.KeptHeads;
import io.fateflow.engine.consent.Consents;
import io.fateflow.engine.executor.EngineCommands;
import io.fateflow.engine.initiator.ReadyParties;
import io.fateflow.engine.job.JobCommands;
import io.fateflow.engine.model.ModelCommands;
import io.fateflow.engine.notification.Notifications;
import io.fateflow.engine.participant.CollectedTasks;
import io.fateflow.engine.participant.CommandOrder;
import io.fateflow.engine.participant.ForeignCalls;
import io.fateflow.engine.participant.ForeignJobCreation;
import io.fateflow.engine.participant.ForeignJobs;
import io.fateflow.engine.participant.ForeignParameterUpdate;
import io.fateflow.engine.participant.ForeignStops;
import io.fateflow.engine.participant.ForeignTasks;
import io.fateflow.engine.participant.ForeignWatch;
import io.fateflow.engine.participant.InitiatorCallHandler;
import io.fateflow.engine.participant.JobParties;
import io.fateflow.engine.participant.ModelCallHandler;
import io.fateflow.engine.participant.OutputRows;
import io.fateflow.engine.participant.SiteCallHandler;
import io.fateflow.engine.party.Inheritance;
import io.fateflow.engine.party.LocalParty;
import io.fateflow.engine.party.PartyTasks;
import io.fateflow.engine.process.EngineProcesses;
import io.fateflow.engine.process.UnreachableParties;
import io.fateflow.engine.project.WrittenNames;
import io.fateflow.engine.report.ReportOutbox;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.incoming.PartyWireHandler;
import io.fateflow.federation.outgoing.PartyTransport;

/** What this site does for jobs that are scheduled by others. */
final class ParticipantServices {

    private final Stores stores;
    private final LocalParty localParty;
    private final EngineProcesses processes;
    private final ReportOutbox reports;
    private final DslTranslator translator;
    private final SiteIdentity site;
    private final JobParties parties;
    private final ForeignTasks tasks;
    private final ForeignWatch watch;
    private final CommandOrder order;
    private final OutputRows outputs;
    private final ForeignJobs foreignJobs;
    private final Notifications notifications;
    private final Consents consents;
    private final WrittenNames names;
    private final ReadyParties ready;
    private final HeadExchange heads;

    ParticipantServices(
            Stores stores,
            LocalParty localParty,
            PartyTasks partyTasks,
            ResourceManager resources,
            EngineProcesses processes,
            ReportOutbox reports,
            DslTranslator translator,
            Federation federation,
            Notifications notifications,
            Consents consents,
            WrittenNames names,
            ReadyParties ready,
            ChainKeys chainKeys,
            Clock clock) {
        this.stores = stores;
        this.localParty = localParty;
        this.processes = processes;
        this.reports = reports;
        this.translator = translator;
        this.site = federation.site();
        this.notifications = notifications;
        this.consents = consents;
        this.names = names;
        this.ready = ready;
        this.heads = new HeadExchange(
                site,
                federation.keys(),
                new AuditChain(stores.jdbc(), clock, chainKeys),
                new KeptHeads(stores.jdbc(), clock));
        this.parties = new JobParties(stores.jobs(), resources.gate(), site.partyId());
        this.tasks = new ForeignTasks(
                parties, stores.tasks(), partyTasks, processes, reports, new CollectedTasks(stores.jdbc()), consents);
        this.watch = new ForeignWatch(
                stores.jobs().statuses(),
                parties,
                stores.leases(),
                tasks,
                localParty,
                federation.limits(),
                notifications,
                clock);
        this.order = new CommandOrder(stores.jdbc(), clock);
        this.outputs = new OutputRows(stores.jdbc());
        this.foreignJobs = foreignJobs();
    }

    private ForeignJobs foreignJobs() {
        return new ForeignJobs(
                parties,
                stores.jobs().statuses(),
                localParty,
                new ForeignJobCreation(
                        translator, localParty, reports, parties, stores.pipelines(), consents, site.partyId()),
                new ForeignParameterUpdate(translator, localParty, stores.jobs().bodies(), parties),
                tasks,
                outputs,
                watch,
                processes,
                new Inheritance(stores.jdbc()),
                notifications,
                consents,
                names,
                ready);
    }

    ForeignWatch watch() {
        return watch;
    }

    /** Ends this site's part of jobs that others schedule. */
    ForeignStops stops(PartyTransport transport, EngineCommands commands, AuditLog audit) {
        return new ForeignStops(
                stores.jobs(), foreignJobs, work -> commands.execute(engine -> work.get()), transport, audit);
    }

    /** Takes calls of other sites. */
    PartyWireHandler calls(
            JobCommands jobCommands,
            ModelCommands modelCommands,
            InitiatorServices initiator,
            EngineCommands commands,
            UnreachableParties silent) {
        return new ForeignCalls(
                foreignJobs,
                tasks,
                new InitiatorCallHandler(jobCommands, stores.jobs(), initiator.parties(), initiator.reports()),
                new SiteCallHandler(site, outputs, new ModelCallHandler(stores.pipelines(), modelCommands), heads),
                order,
                work -> commands.execute(engine -> work.get()),
                silent::heard);
    }
}
