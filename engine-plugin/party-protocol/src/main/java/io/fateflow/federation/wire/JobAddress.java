package io.fateflow.federation.wire;

import java.util.Map;

import io.fateflow.dsl.Party;

/**
 * A job at one of its parties.
 *
 * @param party the party that is spoken of: of calls to parties the receiver, of calls to the initiator the initiator
 */
public record JobAddress(String jobId, Party party) implements Address {

    public JobAddress {
        Segments.check("job_id", jobId);
        Segments.check("role", party.role());
    }

    @Override
    public JobAddress job() {
        return this;
    }

    @Override
    public Map<String, String> pathValues(String detail) {
        return Map.of(
                PathValues.JOB,
                jobId,
                PathValues.ROLE,
                party.role(),
                PathValues.PARTY,
                party.idText(),
                PathValues.DETAIL,
                detail);
    }
}
