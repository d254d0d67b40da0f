package io.fateflow.federation;

import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;

/** Does what an initiator asks of parties that this site serves, in the caller's transaction. */
public interface PartyCommandHandler {

    /** Handles one command for several parties of this site. */
    Map<Party, PartyReply> handle(String jobId, List<Party> parties, PartyCommand command);
}
