package io.fateflow.engine.process;

import java.util.Map;
import java.util.Optional;

import io.fateflow.dsl.Party;
import io.fateflow.federation.PartyReply;

/** Reads the answers of several parties. */
final class Replies {

    private Replies() {}

    /** The first party that did not do it, in its words; empty when all did. */
    static Optional<String> firstTrouble(Map<Party, PartyReply> replies) {
        for (PartyReply reply : replies.values()) {
            if (reply instanceof PartyReply.Refused refused) {
                return Optional.of(refused.party() + " refused: " + refused.message());
            }
            if (reply instanceof PartyReply.Unreachable unreachable) {
                return Optional.of(unreachable.party() + " can't be reached: " + unreachable.message());
            }
        }
        return Optional.empty();
    }
}
