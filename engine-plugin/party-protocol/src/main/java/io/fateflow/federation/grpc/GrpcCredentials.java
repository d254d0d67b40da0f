package io.fateflow.federation.grpc;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;

import io.fateflow.federation.directory.PartyRoute;
import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.federation.tls.TlsMaterial;

/** What this site shows to others, and whom it believes. */
final class GrpcCredentials {

    private GrpcCredentials() {}

    /** @throws IOException naming the files, if they can't be used */
    static ChannelCredentials of(PartyRoute route) throws IOException {
        TlsFiles files = route.tls();
        if (files == null) {
            return InsecureChannelCredentials.create();
        }
        TlsMaterial tls = TlsMaterial.read(files);
        TlsChannelCredentials.Builder credentials = TlsChannelCredentials.newBuilder();
        try {
            KeyManager[] keys = tls.keyManagers();
            if (keys != null) {
                credentials.keyManager(keys);
            }
            TrustManager[] trusted = tls.trustManagers();
            if (trusted != null) {
                credentials.trustManager(trusted);
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        return credentials.build();
    }
}
