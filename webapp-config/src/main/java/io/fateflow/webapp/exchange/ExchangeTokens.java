package io.fateflow.webapp.exchange;

import java.util.Optional;

import io.fateflow.webapp.exchange.Address.Member;

/** Knows the tokens that executors were given. */
@FunctionalInterface
public interface ExchangeTokens {

    /** Whom a token was given to; empty if it is not one of ours. */
    Optional<Holder> verify(String token);

    /**
     * An executor.
     *
     * @param session the attempt it runs in: task id and version
     */
    record Holder(String session, Member member) {}
}
