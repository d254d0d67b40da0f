package io.fateflow.federation.grpc;

import io.grpc.Metadata;
import org.jspecify.annotations.Nullable;

import io.fateflow.federation.wire.SiteProtocol;

/** The call metadata that rollsite and FATE's proxies route on. The two roles are constants, whoever calls whom. */
public final class RoutingMetadata {

    private RoutingMetadata() {}

    public static Metadata of(String srcPartyId, String destPartyId) {
        Metadata metadata = new Metadata();
        put(metadata, "service", "fateflow");
        put(metadata, "src-party-id", srcPartyId);
        put(metadata, "src-role", "guest");
        put(metadata, "dest-party-id", destPartyId);
        put(metadata, "dest-role", "host");
        return metadata;
    }

    /** Behind an answer: FATE Flow and its proxies do not look at it. */
    static Metadata ofAnswer(String srcPartyId, String destPartyId) {
        Metadata metadata = of(srcPartyId, destPartyId);
        put(metadata, SiteProtocol.HEADER, Integer.toString(SiteProtocol.CURRENT));
        return metadata;
    }

    /** Behind a refusal that is not for good: in seconds, and as clients of gRPC look at it by themselves. */
    static Metadata ofRefusal(String srcPartyId, String destPartyId, long seconds) {
        Metadata metadata = ofAnswer(srcPartyId, destPartyId);
        put(metadata, "retry-after", Long.toString(seconds));
        put(metadata, "grpc-retry-pushback-ms", Long.toString(seconds * 1000));
        return metadata;
    }

    /** What the site says that it understands. */
    static int protocol(@Nullable Metadata trailers) {
        return trailers == null
                ? SiteProtocol.NONE
                : SiteProtocol.of(trailers.get(Metadata.Key.of(SiteProtocol.HEADER, Metadata.ASCII_STRING_MARSHALLER)));
    }

    private static void put(Metadata metadata, String name, String value) {
        metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
    }
}
