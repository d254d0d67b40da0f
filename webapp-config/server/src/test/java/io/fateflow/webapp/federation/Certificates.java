package io.fateflow.webapp.federation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.security.auth.x500.X500Principal;

import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

import io.fateflow.federation.auth.Fingerprints;
import io.fateflow.federation.directory.TlsFiles;

/** An authority of a test, and the certificates that it signs. */
public final class Certificates {

    private final Path place;
    private final String name;
    private final KeyPair keys = keys();

    public Certificates(Path place, String name) {
        this.place = place;
        this.name = name;
        write(authority(), certificate(name, keys, true));
    }

    /** A site's certificate and key, which trusts this authority. */
    public record Site(TlsFiles files, String fingerprint, Instant certificateEnd) {}

    public Site site(String site) {
        KeyPair own = keys();
        X509Certificate certificate = certificate(site, own, false);
        Path file = place.resolve(name + "-" + site + ".crt");
        Path key = place.resolve(name + "-" + site + ".key");
        write(file, certificate);
        write(key, "PRIVATE KEY", own.getPrivate().getEncoded());
        return new Site(
                new TlsFiles(file, key, authority()),
                Fingerprints.of(certificate).get(0),
                certificate.getNotAfter().toInstant());
    }

    public Path authority() {
        return place.resolve(name + ".crt");
    }

    private X509Certificate certificate(String subject, KeyPair own, boolean authority) {
        Instant now = Instant.now();
        try {
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    new X500Principal("CN=" + name),
                    BigInteger.valueOf(now.toEpochMilli()),
                    Date.from(now.minus(Duration.ofHours(1))),
                    Date.from(now.plus(Duration.ofHours(1))),
                    new X500Principal("CN=" + subject),
                    own.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate())));
        } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A fresh one, as sites sign with. */
    public static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Path file, X509Certificate certificate) {
        try {
            write(file, "CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(Path file, String kind, byte[] der) {
        try {
            Files.writeString(
                    file,
                    "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                            .formatted(
                                    kind,
                                    Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der),
                                    kind));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
