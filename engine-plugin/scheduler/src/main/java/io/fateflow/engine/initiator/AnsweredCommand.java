package io.fateflow.engine.initiator;

import java.util.Optional;

import io.fateflow.federation.outgoing.CallOutcome;
import io.fateflow.federation.wire.Answer;

/** A command that was sent, and what the party said. */
public record AnsweredCommand(PartyCommandRow command, CallOutcome outcome) {

    Optional<Answer> refusal() {
        return outcome instanceof CallOutcome.Refused refused ? Optional.of(refused.answer()) : Optional.empty();
    }
}
