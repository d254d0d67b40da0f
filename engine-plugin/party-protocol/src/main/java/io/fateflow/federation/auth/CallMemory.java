package io.fateflow.federation.auth;

import java.time.Instant;

/** What all servers of a site know of the calls that were made to it. */
public interface CallMemory {

    /**
     * Remembers a party's number.
     *
     * @param goodUntil when a call with it is too old anyway, by this site's clock
     * @return false if it was used before
     */
    boolean isFirstUse(long partyId, String nonce, Instant goodUntil);

    /** From now on this party is known to sign its calls. */
    void signs(long partyId);

    /** Whether it is. */
    boolean isSigning(long partyId);
}
