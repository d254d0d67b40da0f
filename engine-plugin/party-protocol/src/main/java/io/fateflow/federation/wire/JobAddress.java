package io.fateflow.federation.wire;

import io.fateflow.dsl.Party;

/**
 * A job at one of its parties.
 *
 * @param party the party that is spoken of: of calls to parties the receiver, of calls to the initiator the initiator
 */
public record JobAddress(String jobId, Party party) {

    public JobAddress {
        Segments.check("job_id", jobId);
        Segments.check("role", party.role());
    }

    String path(String prefix, String action) {
        return Segments.path(prefix, jobId, party.role(), Long.toString(party.partyId()), action);
    }
}
