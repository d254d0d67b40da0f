package io.fateflow.federation.preflight;

import io.fateflow.dsl.Party;

/**
 * What is known of a party before a job is accepted.
 *
 * @param words for the submitter: the party's version and what it has checked, or why it can't take part
 */
public record PreflightResult(Party party, boolean ready, String words) {

    @Override
    public String toString() {
        return "%s %d: %s".formatted(party.role(), party.partyId(), words);
    }
}
