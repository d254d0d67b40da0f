package io.fateflow.federation.incoming;

import java.util.Optional;

/** How many calls one partner may make of this site. */
@FunctionalInterface
public interface PartnerLimit {

    /** As many as come. */
    PartnerLimit NONE = (party, address) -> Optional.empty();

    /**
     * That a call goes beyond it.
     *
     * @param words what to tell whoever calls: which limit, how much, and when again
     * @param seconds after which there is room for another one
     */
    record Beyond(String words, long seconds) {}

    /**
     * Counts a call.
     *
     * @param party in whose name it comes
     * @param address from where; empty if the party has proved that it is it
     * @return empty if it is within the limit
     */
    Optional<Beyond> take(String party, String address);
}
