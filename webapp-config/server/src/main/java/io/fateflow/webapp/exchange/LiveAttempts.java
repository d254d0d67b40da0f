package io.fateflow.webapp.exchange;

import io.fateflow.webapp.exchange.ExchangeTokens.Holder;

/** Knows whether an executor's attempt still is one: a token is worth nothing when that has ended. */
@FunctionalInterface
public interface LiveAttempts {

    boolean isLive(Holder holder);
}
