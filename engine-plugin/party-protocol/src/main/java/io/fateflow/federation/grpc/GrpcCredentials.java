package io.fateflow.federation.grpc;

import java.io.IOException;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.TlsFiles;

/** What this site shows to others, and whom it believes. */
final class GrpcCredentials {

    private GrpcCredentials() {}

    /** @throws IOException if a file can't be read */
    static ChannelCredentials of(PartyRoute route) throws IOException {
        TlsFiles files = route.tls();
        if (files == null) {
            return InsecureChannelCredentials.create();
        }
        TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
        if (files.certificate() != null && files.privateKey() != null) {
            credentials.keyManager(
                    files.certificate().toFile(), files.privateKey().toFile());
        }
        if (files.trusted() != null) {
            credentials.trustManager(files.trusted().toFile());
        }
        return credentials.build();
    }
}
