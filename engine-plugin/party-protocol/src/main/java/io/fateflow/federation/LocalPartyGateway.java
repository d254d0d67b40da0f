package io.fateflow.federation;

import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;

/** Parties that this site serves itself: no network, the caller's transaction. */
public final class LocalPartyGateway implements PartyGateway {

    private final PartyCommandHandler handler;

    public LocalPartyGateway(PartyCommandHandler handler) {
        this.handler = handler;
    }

    @Override
    public Map<Party, PartyReply> send(String jobId, List<Party> parties, PartyCommand command) {
        return handler.handle(jobId, parties.stream().sorted().toList(), command);
    }

    @Override
    public List<Party> elsewhere(String jobId) {
        return List.of();
    }
}
