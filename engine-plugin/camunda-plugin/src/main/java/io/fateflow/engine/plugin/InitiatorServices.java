package io.fateflow.engine.plugin;

import java.time.Clock;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

import io.fateflow.engine.executor.AttemptEnds;
import io.fateflow.engine.initiator.AwaitedAnswers;
import io.fateflow.engine.initiator.CollectPlan;
import io.fateflow.engine.initiator.CommandAnswers;
import io.fateflow.engine.initiator.CommandBodies;
import io.fateflow.engine.initiator.CommandOutbox;
import io.fateflow.engine.initiator.ComponentDecision;
import io.fateflow.engine.initiator.FederatedPartyGateway;
import io.fateflow.engine.initiator.GangReservation;
import io.fateflow.engine.initiator.RemoteCommands;
import io.fateflow.engine.initiator.RemoteParties;
import io.fateflow.engine.initiator.RemoteReports;
import io.fateflow.engine.initiator.SlowParties;
import io.fateflow.engine.party.LocalParty;
import io.fateflow.engine.process.EngineProcesses;
import io.fateflow.engine.resource.ResourceManager;
import io.fateflow.federation.LocalPartyGateway;
import io.fateflow.federation.PartyGateway;

/**
 * What an initiator here needs to have a job's other parties do their part, wherever they are.
 *
 * @param gateway does what parties are asked, those of this site and others
 */
record InitiatorServices(
        CommandOutbox outbox,
        RemoteParties parties,
        GangReservation gang,
        PartyGateway gateway,
        ComponentDecision decision,
        RemoteReports reports,
        CommandAnswers answers) {

    static InitiatorServices of(
            Stores stores,
            LocalParty localParty,
            ResourceManager resources,
            AttemptEnds attemptEnds,
            EngineProcesses processes,
            SlowParties slow,
            long ownPartyId,
            Clock clock) {
        CommandOutbox outbox = new CommandOutbox(stores.jdbc(), processes, clock);
        RemoteParties parties = new RemoteParties(outbox, ownPartyId);
        PartyGateway here = new LocalPartyGateway(localParty);
        GangReservation gang = new GangReservation(here, outbox, clock);
        ComponentDecision decision = new ComponentDecision(stores.tasks(), resources.gate(), attemptEnds, processes);
        return new InitiatorServices(
                outbox,
                parties,
                gang,
                new FederatedPartyGateway(
                        here,
                        parties,
                        new RemoteCommands(
                                outbox,
                                parties,
                                stores.jobs(),
                                stores.tasks(),
                                new CollectPlan(stores.jdbc()),
                                processes)),
                decision,
                new RemoteReports(parties, stores.tasks(), stores.jobs().statuses(), decision, processes),
                new CommandAnswers(
                        outbox,
                        slow,
                        bodies(stores.jdbc(), clock),
                        stores.jobs(),
                        stores.tasks(),
                        decision,
                        new AwaitedAnswers(outbox, gang, parties, stores.jobs(), processes),
                        processes));
    }

    private static CommandBodies bodies(JdbcTemplate jdbc, Clock clock) {
        NamedParameterJdbcTemplate named = new NamedParameterJdbcTemplate(jdbc);
        return new CommandBodies(new QueriedRows(named, clock));
    }
}
