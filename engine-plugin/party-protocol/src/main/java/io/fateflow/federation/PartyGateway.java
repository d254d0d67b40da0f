package io.fateflow.federation;

import java.util.List;
import java.util.Map;

import io.fateflow.dsl.Party;

/** Sends commands to parties, wherever they are. */
public interface PartyGateway {

    /**
     * Sends one command to several parties, in the global order of parties.
     *
     * @return each party's answer; a party that was not asked because an earlier one refused is absent
     */
    Map<Party, PartyReply> send(String jobId, List<Party> parties, PartyCommand command);

    /** A job's parties on other sites. They are sent commands after the commit, so their replies say only that. */
    List<Party> elsewhere(String jobId);
}
