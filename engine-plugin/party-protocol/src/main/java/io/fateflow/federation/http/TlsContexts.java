package io.fateflow.federation.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.auth.PemKeys;
import io.fateflow.federation.directory.TlsFiles;

/** Java's TLS settings out of PEM files. */
public final class TlsContexts {

    private static final char[] NO_PASSWORD = new char[0];

    private TlsContexts() {}

    /** @throws IllegalArgumentException naming the files, if they hold something else */
    public static SSLContext of(TlsFiles files) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(files), trust(files.trusted()), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("the TLS files of a route can't be used: " + files, e);
        }
    }

    private static KeyManager @Nullable [] keys(TlsFiles files) throws IOException, GeneralSecurityException {
        Path certificate = files.certificate();
        Path key = files.privateKey();
        if (certificate == null || key == null) {
            return null;
        }
        KeyStore store = empty();
        store.setKeyEntry(
                "site", PemKeys.privateKey(key), NO_PASSWORD, read(certificate).toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static TrustManager @Nullable [] trust(@Nullable Path trusted)
            throws IOException, GeneralSecurityException {
        if (trusted == null) {
            return null;
        }
        KeyStore store = empty();
        int number = 0;
        for (Certificate authority : read(trusted)) {
            store.setCertificateEntry("authority-" + number++, authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static Collection<? extends Certificate> read(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        }
    }
}
