package io.fateflow.webapp.connector;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import io.fateflow.worker.storage.StorageServer;

/**
 * Which databases connectors may lead to, and how they are opened.
 *
 * @param hosts {@code host:port}, or a host alone for the engine's usual port; none unless an operator says so
 * @param tls whether databases on other machines are opened over TLS, with a certificate that is checked
 * @param timeout how long one statement may take
 */
@ConfigurationProperties("fate.connectors")
public record ConnectorProperties(
        @DefaultValue List<String> hosts,
        @DefaultValue("true") boolean tls,
        @DefaultValue("1h") Duration timeout) {

    /** Why this site opens no database there; empty if it may. */
    Optional<String> refusal(StorageServer server) {
        boolean isUsualPort = server.port() == server.engine().usualPort();
        boolean allowed = hosts.stream()
                .anyMatch(host -> host.equalsIgnoreCase(server.host() + ":" + server.port())
                        || (isUsualPort && host.equalsIgnoreCase(server.host())));
        return allowed
                ? Optional.empty()
                : Optional.of(
                        "FFB-5293 %s:%d is none of the databases that connectors may lead to%s\nWhat to do: have an"
                                        .formatted(
                                                server.host(),
                                                server.port(),
                                                hosts.isEmpty() ? " (there are none)" : "")
                                + " operator put it into fate.connectors.hosts");
    }

    /** Nobody is on the way to a database of this machine. */
    boolean encrypts(StorageServer server) {
        return tls && !server.isOnThisMachine();
    }
}
