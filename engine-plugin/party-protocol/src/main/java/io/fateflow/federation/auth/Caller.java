package io.fateflow.federation.auth;

import java.util.Optional;

import io.fateflow.federation.wire.Answer;

/** What is known of a caller before its body is read. */
public sealed interface Caller {

    /** It is not who it says it is, or can't prove it. */
    record Refused(Answer answer) implements Caller {}

    /** A certificate or a signature over the call's head has proved it. */
    record Proved() implements Caller {}

    /** The body's signature will tell, or nobody asks. */
    record Unproved() implements Caller {}

    /** The answer for a caller that is refused. */
    default Optional<Answer> refusal() {
        return this instanceof Refused refused ? Optional.of(refused.answer()) : Optional.empty();
    }
}
