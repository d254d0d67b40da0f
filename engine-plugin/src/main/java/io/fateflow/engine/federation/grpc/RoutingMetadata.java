package io.fateflow.engine.federation.grpc;

import io.grpc.Metadata;

/** The call metadata that rollsite and FATE's proxies route on. The two roles are constants, whoever calls whom. */
final class RoutingMetadata {

    private RoutingMetadata() {}

    static Metadata of(String srcPartyId, String destPartyId) {
        Metadata metadata = new Metadata();
        put(metadata, "service", "fateflow");
        put(metadata, "src-party-id", srcPartyId);
        put(metadata, "src-role", "guest");
        put(metadata, "dest-party-id", destPartyId);
        put(metadata, "dest-role", "host");
        return metadata;
    }

    private static void put(Metadata metadata, String name, String value) {
        metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
    }
}
