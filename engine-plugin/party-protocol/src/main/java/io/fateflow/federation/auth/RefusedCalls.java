package io.fateflow.federation.auth;

/** Gets to know every call that was refused because of who made it. */
@FunctionalInterface
public interface RefusedCalls {

    /**
     * A refused call.
     *
     * @param claimedPartyId whom the caller said it was; anything, since it is not proved
     * @param path what it wanted
     * @param retcode 108 or 109
     */
    record RefusedCall(String claimedPartyId, String remoteAddress, String path, int retcode, String reason) {}

    void refused(RefusedCall call);
}
