package io.fateflow.federation.grpc;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.federation.tls.RenewedTls;
import io.fateflow.federation.tls.TlsMaterial;

/** What this site shows to others, and whom it believes. */
final class GrpcCredentials {

    private final Map<TlsFiles, RenewedTls<ChannelCredentials>> encrypted = new ConcurrentHashMap<>();

    /** @throws IOException naming the files, if they can't be used and never could */
    ChannelCredentials of(PartyRoute route) throws IOException {
        TlsFiles files = route.tls();
        return files == null
                ? InsecureChannelCredentials.create()
                : encrypted
                        .computeIfAbsent(files, key -> new RenewedTls<>(key, GrpcCredentials::of))
                        .get();
    }

    private static ChannelCredentials of(TlsMaterial tls) throws IOException, GeneralSecurityException {
        TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
        KeyManager[] keys = tls.keyManagers();
        if (keys != null) {
            credentials.keyManager(keys);
        }
        TrustManager[] trusted = tls.trustManagers();
        if (trusted != null) {
            credentials.trustManager(trusted);
        }
        return credentials.build();
    }
}
