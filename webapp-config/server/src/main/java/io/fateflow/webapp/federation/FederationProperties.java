package io.fateflow.webapp.federation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.Protocol;
import io.fateflow.federation.directory.Routes;
import io.fateflow.federation.directory.TlsFiles;

/**
 * How this site is connected to others.
 *
 * @param enabled whether it is at all; otherwise nothing of this listens or calls
 * @param partyId this site's
 * @param fateVersion which FATE it says it is: {@code a.b.c}, from 1.7.0 below 2
 * @param host where others reach it
 * @param routes other sites, by party id
 * @param proxy takes calls for all parties without a route
 * @param routesFile a YAML file with {@code routes} and {@code proxy} in place of those here, read at each reload
 * @param maxMessage largest body or packet, of either side
 * @param reservation how long cores wait here for the start of another site's job
 * @param silence how long the initiator of such a job may leave it unconfirmed while it runs
 * @param trustNetwork whether calls from beyond loopback are believed without signature and certificate
 */
@ConfigurationProperties("fate.federation")
public record FederationProperties(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("0") long partyId,
        @DefaultValue("1.11.4") String fateVersion,
        @DefaultValue("127.0.0.1") String host,
        @DefaultValue Map<Long, Site> routes,
        @Nullable Proxy proxy,
        @Nullable Path routesFile,
        @DefaultValue("64MB") DataSize maxMessage,
        @DefaultValue Grpc grpc,
        @DefaultValue("10m") Duration reservation,
        @DefaultValue("10m") Duration silence,
        @DefaultValue("false") boolean trustNetwork) {

    /**
     * Another site.
     *
     * @param tls PEM files for encrypted calls; none for plain text
     * @param certificates SHA-256 fingerprints, in hex, of certificates with which it calls; if any site has some, only
     *     they speak for their party
     */
    public record Site(
            @DefaultValue("http") Protocol protocol,
            String host,
            @DefaultValue("9380") int httpPort,
            @DefaultValue("9360") int grpcPort,
            @Nullable TlsFiles tls,
            @DefaultValue Set<String> certificates) {

        PartyRoute route() {
            return new PartyRoute(protocol, host, protocol == Protocol.HTTP ? httpPort : grpcPort, tls);
        }
    }

    /**
     * FATE's {@code proxy}.
     *
     * @param name {@code fateflow} or {@code nginx}, which take what {@code protocol} says; {@code rollsite} or
     *     {@code osx}, which take packets
     */
    public record Proxy(
            @DefaultValue("fateflow") String name,
            @DefaultValue("http") Protocol protocol,
            String host,
            @DefaultValue("9380") int httpPort,
            @DefaultValue("9360") int grpcPort,
            @Nullable TlsFiles tls) {

        private static final Set<String> OF_CALLS = Set.of("fateflow", "nginx");
        private static final Set<String> OF_PACKETS = Set.of("rollsite", "osx");

        public Proxy {
            if (!OF_CALLS.contains(name) && !OF_PACKETS.contains(name)) {
                throw new IllegalArgumentException(
                        "fate.federation.proxy.name is fateflow, nginx, rollsite or osx, not " + name);
            }
        }

        PartyRoute route() {
            Protocol spoken = OF_PACKETS.contains(name) ? Protocol.GRPC : protocol;
            return new PartyRoute(spoken, host, spoken == Protocol.HTTP ? httpPort : grpcPort, tls);
        }
    }

    /**
     * The gRPC server.
     *
     * @param threads how many calls are handled at once
     * @param tls with a certificate and a key it is encrypted; with {@code trusted} callers must show theirs
     */
    public record Grpc(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("127.0.0.1") String address,
            @DefaultValue("9360") int port,
            @DefaultValue("8") int threads,
            @Nullable TlsFiles tls) {}

    Routes table() {
        Map<Long, PartyRoute> byParty = new HashMap<>();
        routes.forEach((party, site) -> byParty.put(party, site.route()));
        return new Routes(partyId, byParty, proxy == null ? null : proxy.route());
    }

    /** Which parties a client certificate speaks for. */
    Map<String, Set<Long>> partiesByCertificate() {
        Map<String, Set<Long>> parties = new HashMap<>();
        routes.forEach((party, site) -> site.certificates()
                .forEach(certificate -> parties.computeIfAbsent(plain(certificate), key -> new HashSet<>())
                        .add(party)));
        return parties;
    }

    /** Tools print fingerprints in either case and with colons. */
    private static String plain(String fingerprint) {
        return fingerprint.replace(":", "").toLowerCase(Locale.ROOT);
    }

    int maxMessageBytes() {
        return (int) Math.min(maxMessage.toBytes(), Integer.MAX_VALUE - 8);
    }
}
