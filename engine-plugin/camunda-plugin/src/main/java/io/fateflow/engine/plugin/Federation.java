package io.fateflow.engine.plugin;

import io.fateflow.engine.participant.ForeignLimits;
import io.fateflow.federation.auth.PartnerKeys;
import io.fateflow.federation.directory.SiteIdentity;
import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.outgoing.PartyTransport;

/**
 * How this site is connected to others.
 *
 * @param transport calls them
 * @param site who this site is to them
 * @param limits how long their jobs may hold something here
 * @param keys with which they sign
 */
public record Federation(PartyTransport transport, SiteIdentity site, ForeignLimits limits, PartnerKeys keys) {

    /** With the usual limits, and nobody's key. */
    public Federation(PartyTransport transport, SiteIdentity site) {
        this(transport, site, ForeignLimits.standard(), PartnerKeys.NONE);
    }

    /** A site that knows no others. */
    public static Federation none() {
        return new Federation(
                (sender, receiver, call, tries) -> new CallOutcome.Unreachable(
                        receiver,
                        "FFB-6000 this site is not connected to others; set fate.federation.enabled and its routes"),
                new SiteIdentity(0, "1.11.4", "127.0.0.1", 0, 0));
    }
}
