package io.fateflow.engine.initiator;

import java.util.List;

import io.fateflow.dsl.JobConf;
import io.fateflow.dsl.Party;
import io.fateflow.federation.PartyCommand;

/** Which parties of a job are on other sites: those this site has sent the job to. */
public final class RemoteParties {

    private final CommandOutbox outbox;
    private final long ownPartyId;

    /** @param ownPartyId 0 for a site that is not connected to others */
    public RemoteParties(CommandOutbox outbox, long ownPartyId) {
        this.outbox = outbox;
        this.ownPartyId = ownPartyId;
    }

    /** Of a job that is being made: all that are not this site, if its conf says that its parties are on several. */
    List<Party> of(PartyCommand.CreateJob create) {
        boolean several = new JobConf(create.runtimeConf()).common().crossesSites();
        return create.plan().parties().stream()
                .filter(party -> several && party.partyId() != ownPartyId && party.partyId() != 0)
                .sorted()
                .toList();
    }

    /** All, in the global order. */
    public List<Party> of(String jobId) {
        return ownPartyId == 0
                ? List.of()
                : outbox.creations(jobId).keySet().stream().sorted().toList();
    }

    /** Those that have not refused the job, in the global order. */
    List<Party> takingPart(String jobId) {
        return ownPartyId == 0
                ? List.of()
                : outbox.creations(jobId).values().stream()
                        .filter(creation -> !creation.isAnswered() || creation.isDone())
                        .map(PartyCommandRow::party)
                        .sorted()
                        .toList();
    }
}
