package io.fateflow.federation.directory;

import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * How other parties are reached, at one moment.
 *
 * @param ownPartyId this site's
 * @param byParty routes of single parties
 * @param proxy for all parties without a route of their own: FATE's nginx, rollsite or OSX; null if there is none
 */
public record Routes(
        long ownPartyId,
        Map<Long, PartyRoute> byParty,
        @Nullable PartyRoute proxy) {

    public Routes {
        byParty = Map.copyOf(byParty);
    }

    /** Empty for a party that nothing leads to. This site itself is never called over the network. */
    public Optional<PartyRoute> to(long partyId) {
        return Optional.ofNullable(byParty.getOrDefault(partyId, proxy));
    }
}
