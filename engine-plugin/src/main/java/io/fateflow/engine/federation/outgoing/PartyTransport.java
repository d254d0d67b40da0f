package io.fateflow.engine.federation.outgoing;

import io.fateflow.dsl.Party;
import io.fateflow.engine.federation.wire.WireCall;

/** Makes calls to other sites. May take minutes: never call it with rows locked. */
public interface PartyTransport {

    /**
     * Makes a call, and tries again as long as nobody answers.
     *
     * @param sender this site in its role in the job
     * @param receiver the party id of the site that is called
     */
    CallOutcome call(Party sender, long receiver, WireCall call, Tries tries);
}
