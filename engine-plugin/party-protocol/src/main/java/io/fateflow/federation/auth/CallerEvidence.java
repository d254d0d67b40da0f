package io.fateflow.federation.auth;

import java.util.List;

/**
 * What is known of a caller without its saying so.
 *
 * @param remoteAddress where the connection comes from
 * @param certificates SHA-256 fingerprints of the client certificate's chain in lower-case hex, its own first; empty
 *     without mutual TLS
 */
public record CallerEvidence(String remoteAddress, List<String> certificates) {

    public CallerEvidence {
        certificates = List.copyOf(certificates);
    }
}
