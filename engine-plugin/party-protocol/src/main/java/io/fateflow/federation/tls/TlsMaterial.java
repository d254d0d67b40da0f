package io.fateflow.federation.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

import io.fateflow.federation.auth.PemKeys;
import io.fateflow.federation.directory.TlsFiles;

/**
 * What a site's TLS files held when they were read.
 *
 * @param own what this site shows, if it shows anything
 * @param trusted the authorities that the other side's certificate must come from; none: those that Java trusts
 */
public record TlsMaterial(Optional<Own> own, List<X509Certificate> trusted) {

    private static final char[] NO_PASSWORD = new char[0];

    /** This site's certificate, with those of the authorities between, and its key. */
    public record Own(List<X509Certificate> chain, PrivateKey key) {}

    /** @throws IOException naming the files and what is wrong, if they can't be used */
    static TlsMaterial read(TlsFiles files) throws IOException {
        try {
            return new TlsMaterial(own(files), files.trusted() == null ? List.of() : certificates(files.trusted()));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException | UncheckedIOException e) {
            throw new IOException("FFB-6004 the TLS files %s can't be used: %s".formatted(files, e.getMessage()), e);
        }
    }

    private static Optional<Own> own(TlsFiles files) throws IOException, GeneralSecurityException {
        if (files.certificate() == null || files.privateKey() == null) {
            return Optional.empty();
        }
        Own own = new Own(certificates(files.certificate()), PemKeys.tlsKey(files.privateKey()));
        // seen when one of the two has been replaced already
        if (!PemKeys.arePair(own.key(), own.chain().get(0).getPublicKey())) {
            throw new GeneralSecurityException("%s is not the key of the first certificate of %s"
                    .formatted(files.privateKey(), files.certificate()));
        }
        return Optional.of(own);
    }

    private static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> read = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (read.isEmpty()) {
                throw new CertificateException(file + " holds no certificate");
            }
            return read;
        }
    }

    /** Java's TLS settings. */
    public SSLContext context() throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers(), trustManagers(), null);
        return context;
    }

    /** None if this site shows nothing. */
    public KeyManager @Nullable [] keyManagers() throws IOException, GeneralSecurityException {
        if (own.isEmpty()) {
            return null;
        }
        KeyStore store = empty();
        store.setKeyEntry(
                "site", own.get().key(), NO_PASSWORD, own.get().chain().toArray(Certificate[]::new));
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    /** None if those count that Java trusts. */
    public TrustManager @Nullable [] trustManagers() throws IOException, GeneralSecurityException {
        if (trusted.isEmpty()) {
            return null;
        }
        KeyStore store = empty();
        int number = 0;
        for (Certificate authority : trusted) {
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
}
