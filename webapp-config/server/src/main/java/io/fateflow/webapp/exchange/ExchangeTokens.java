package io.fateflow.webapp.exchange;

import java.util.Optional;

import jakarta.servlet.http.HttpServletRequest;

import io.fateflow.transfer.Address;
import io.fateflow.transfer.Address.Member;

/** Knows the tokens that executors were given. */
@FunctionalInterface
public interface ExchangeTokens {

    /** How a request shows one. */
    String BEARER = "Bearer ";

    /** Whom a token was given to; empty if it is not one of ours. */
    Optional<Holder> verify(String token);

    /** Whose token a request shows; empty if it shows none of ours. */
    default Optional<Holder> of(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        return header != null && header.startsWith(BEARER)
                ? verify(header.substring(BEARER.length()))
                : Optional.empty();
    }

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
