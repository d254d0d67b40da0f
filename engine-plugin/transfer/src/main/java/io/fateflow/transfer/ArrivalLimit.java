package io.fateflow.transfer;

import java.util.Optional;

/** How much one partner may send to this site. */
@FunctionalInterface
public interface ArrivalLimit {

    /** As much as comes. */
    ArrivalLimit NONE = (party, bytes) -> Optional.empty();

    /**
     * Counts a transfer that begins.
     *
     * @param party that sends it
     * @return why it does not begin yet: which limit, how much, and when again; empty if it does
     */
    Optional<String> refusal(long party, long bytes);
}
