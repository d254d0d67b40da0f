package io.fateflow.engine.participant;

import java.util.function.Supplier;

import io.fateflow.federation.wire.Answer;

/** Does the work of one call as one transaction, together with the engine's; again if it lost a race. */
@FunctionalInterface
public interface Transactions {

    Answer execute(Supplier<Answer> work);
}
