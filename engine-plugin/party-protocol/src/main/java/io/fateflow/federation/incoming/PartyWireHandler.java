package io.fateflow.federation.incoming;

import io.fateflow.federation.wire.Answer;
import io.fateflow.federation.wire.CallHeaders;
import io.fateflow.federation.wire.WireCall;

/**
 * Does what other sites ask. Each call is one transaction, and may come more than once: the second time it changes
 * nothing and is answered as the first was, or with 10 where FATE says so.
 */
public interface PartyWireHandler {

    /**
     * Handles one call of a caller that was authenticated.
     *
     * @param headers who calls
     */
    Answer handle(WireCall call, CallHeaders headers);
}
