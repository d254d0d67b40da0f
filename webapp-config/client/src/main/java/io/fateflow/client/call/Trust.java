package io.fateflow.client.call;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import io.fateflow.client.profile.ProfileException;

/** Whom an https server is trusted by: those whose certificates a file has. */
final class Trust {

    private Trust() {}

    /** @throws ProfileException if the file has no certificate */
    static SSLContext in(Path pem) throws ProfileException {
        try (InputStream file = Files.newInputStream(pem)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(file);
            if (found.isEmpty()) {
                throw new ProfileException("FFB-5279 %s has no certificate in PEM form".formatted(pem));
            }
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate certificate : found) {
                trusted.setCertificateEntry("c" + trusted.size(), certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new ProfileException(
                    "FFB-5279 The certificate %s can't be used: %s".formatted(pem, String.valueOf(e.getMessage())));
        }
    }
}
