package io.fateflow.federation;

import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;

/** Does what an initiator asks of parties, in the caller's transaction: at once, or by writing it down. */
public interface PartyCommandHandler {

    /** Handles one command for several parties. */
    Map<Party, PartyReply> handle(String jobId, List<Party> parties, PartyCommand command);
}
