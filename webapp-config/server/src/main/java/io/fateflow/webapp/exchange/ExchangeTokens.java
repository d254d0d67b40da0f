package io.fateflow.webapp.exchange;

import java.util.Optional;

import io.fateflow.transfer.Address;
import io.fateflow.transfer.Address.Member;

/** Knows the tokens that executors were given. */
@FunctionalInterface
public interface ExchangeTokens {

    /** Whom a token was given to; empty if it is not one of ours. */
    Optional<Holder> verify(String token);

    /**
     * An executor.
     *
     * @param taskId with the version, the attempt it runs in
     */
    record Holder(String jobId, String taskId, int version, Member member) {

        String session() {
            return Address.session(taskId, version);
        }
    }
}
