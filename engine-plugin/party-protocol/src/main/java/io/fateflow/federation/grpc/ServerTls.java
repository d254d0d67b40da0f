package io.fateflow.federation.grpc;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;

import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.federation.tls.RenewedTls;
import io.fateflow.federation.tls.TlsMaterial;

/** What this site's gRPC server shows, and whom it believes: for each connection that which the files hold when it comes. */
final class ServerTls {

    private final AdvancedTlsX509KeyManager keys = new AdvancedTlsX509KeyManager();
    private final AdvancedTlsX509TrustManager trust;
    private final RenewedTls<TlsMaterial> renewed;
    private final ServerCredentials credentials;

    ServerTls(TlsFiles files) {
        if (files.certificate() == null || files.privateKey() == null) {
            throw new IllegalArgumentException("the gRPC server needs a certificate and a private key for TLS");
        }
        try {
            // a client's certificate is of a site; which one, its fingerprint says
            trust = AdvancedTlsX509TrustManager.newBuilder()
                    .setVerification(AdvancedTlsX509TrustManager.Verification.CERTIFICATE_ONLY_VERIFICATION)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        TlsServerCredentials.Builder builder = TlsServerCredentials.newBuilder().keyManager(keys);
        if (files.trusted() != null) {
            builder.trustManager(trust).clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
        }
        credentials = builder.build();
        renewed = new RenewedTls<>(files, this::use);
    }

    private TlsMaterial use(TlsMaterial material) throws IOException, GeneralSecurityException {
        TlsMaterial.Own own = material.own().orElseThrow();
        keys.updateIdentityCredentials(own.chain().toArray(X509Certificate[]::new), own.key());
        if (!material.trusted().isEmpty()) {
            trust.updateTrustCredentials(material.trusted().toArray(X509Certificate[]::new));
        }
        return material;
    }

    ServerCredentials credentials() {
        return credentials;
    }

    /**
     * Reads the files at the first time, and whenever they have changed. The first time is when the server has been built: a server
     * tells its callers, as long as it lives, the authorities that it knew then, and their clients show no certificate of another.
     *
     * @throws IOException naming the files, if they can't be used and never could
     */
    void look() throws IOException {
        renewed.get();
    }
}
