package io.fateflow.engine.participant;

import java.util.Optional;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;

/** Which party may ask what: an initiator commands the parties of its own jobs, and no other's. */
final class CallerRights {

    private final long ownPartyId;

    CallerRights(long ownPartyId) {
        this.ownPartyId = ownPartyId;
    }

    /**
     * The answer for a caller that is another party.
     *
     * @param who what the party is to the job, for the message
     */
    Optional<Answer> refusalUnless(long party, String who, CallHeaders headers) {
        long caller = callerOf(headers);
        return caller == party || caller == ownPartyId
                ? Optional.empty()
                : Optional.of(Answer.failure(
                        Answer.PERMISSION_ERROR,
                        "FFB-6301 party %d may not ask this: party %d is %s".formatted(caller, party, who)));
    }

    /** An executor calls its own site without a party id. */
    private long callerOf(CallHeaders headers) {
        String said = headers.srcPartyId();
        return said.isEmpty() || said.equals("0") ? ownPartyId : Long.parseLong(said);
    }
}
