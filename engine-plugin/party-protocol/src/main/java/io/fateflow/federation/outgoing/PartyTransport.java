package io.fateflow.federation.outgoing;

import io.fateflow.dsl.Party;
import io.fateflow.federation.wire.WireCall;

/** Makes calls to other sites. May take minutes: never call it with rows locked. */
public interface PartyTransport {

    /**
     * Makes a call, and tries again as long as nobody answers.
     *
     * @param sender this site in its role in the job
     * @param receiver the party id of the site that is called
     */
    CallOutcome call(Party sender, long receiver, WireCall call, Tries tries);

    /**
     * Makes a call that is one of an initiator's commands to a party, so that a copy of it that comes late is told from a new
     * one. A transport that can't say the number leaves it out.
     *
     * @param number higher than those of all commands before
     */
    default CallOutcome command(Party sender, long receiver, WireCall call, long number, Tries tries) {
        return call(sender, receiver, call, tries);
    }
}
