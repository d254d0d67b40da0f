package io.fateflow.federation.directory;

import org.jspecify.annotations.Nullable;

/**
 * Where calls for a party go: to its own server, or to a proxy that routes on the party id.
 *
 * @param tls null for plain text
 */
public record PartyRoute(
        Protocol protocol, String host, int port, @Nullable TlsFiles tls) {

    public PartyRoute {
        if (host.isBlank() || port < 1 || port > 65_535) {
            throw new IllegalArgumentException("a route needs a host and a port from 1 to 65535");
        }
    }

    /** For people: {@code http://host:9380}. */
    @Override
    public String toString() {
        String scheme = protocol == Protocol.HTTP ? "http" : "grpc";
        return "%s%s://%s:%d".formatted(scheme, tls == null ? "" : "s", host, port);
    }
}
