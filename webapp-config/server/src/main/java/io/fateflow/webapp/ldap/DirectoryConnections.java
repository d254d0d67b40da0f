package io.fateflow.webapp.ldap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.net.ssl.SSLSocketFactory;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.ldap.core.AuthenticationSource;
import org.springframework.ldap.core.support.DefaultTlsDirContextAuthenticationStrategy;
import org.springframework.ldap.core.support.LdapContextSource;

/**
 * Opens connections to the directory: over TLS, with a certificate of an authority that is trusted and of the host that was named. None is
 * kept: answers are remembered, so there are few.
 */
final class DirectoryConnections extends LdapContextSource {

    private final SSLSocketFactory sockets;

    private DirectoryConnections(SSLSocketFactory sockets) {
        this.sockets = sockets;
    }

    static DirectoryConnections of(LdapProperties ldap) {
        SSLSocketFactory sockets = sockets(ldap.certificates());
        DirectoryConnections connections = new DirectoryConnections(sockets);
        connections.setUrls(urls(ldap));
        connections.setPooled(false);
        connections.setAuthenticationSource(account(ldap));
        Map<String, Object> environment = new HashMap<>();
        environment.put("com.sun.jndi.ldap.connect.timeout", millis(ldap.connectTimeout()));
        environment.put("com.sun.jndi.ldap.read.timeout", millis(ldap.answerTimeout()));
        if (ldap.startTls()) {
            DefaultTlsDirContextAuthenticationStrategy tls = new DefaultTlsDirContextAuthenticationStrategy();
            tls.setSslSocketFactory(sockets);
            connections.setAuthenticationStrategy(tls);
        } else if (ldap.url().startsWith("ldaps:")) {
            environment.put("java.naming.ldap.factory.socket", TrustedSockets.class.getName());
        }
        connections.setBaseEnvironmentProperties(environment);
        connections.afterPropertiesSet();
        return connections;
    }

    static String[] urls(LdapProperties ldap) {
        return ldap.url().strip().split("\\s+");
    }

    /** What would go over a network for all to read. */
    static List<String> open(LdapProperties ldap) {
        return Arrays.stream(urls(ldap))
                .filter(url -> !url.startsWith("ldaps:") && !ldap.startTls())
                .filter(url -> !isThisMachine(URI.create(url).getHost()))
                .toList();
    }

    private static boolean isThisMachine(@Nullable String host) {
        return "localhost".equals(host) || "127.0.0.1".equals(host) || "[::1]".equals(host);
    }

    private static String millis(Duration timeout) {
        return Long.toString(timeout.toMillis());
    }

    private static SSLSocketFactory sockets(@Nullable Path certificates) {
        if (certificates == null) {
            return (SSLSocketFactory) SSLSocketFactory.getDefault();
        }
        PemSslStoreDetails trusted =
                PemSslStoreDetails.forCertificate(certificates.toUri().toString());
        return SslBundle.of(new PemSslStoreBundle(null, trusted))
                .createSslContext()
                .getSocketFactory();
    }

    private static AuthenticationSource account(LdapProperties ldap) {
        return new AuthenticationSource() {
            @Override
            public String getPrincipal() {
                return ldap.bindDn();
            }

            @Override
            public String getCredentials() {
                return password(ldap);
            }
        };
    }

    /** Never empty: to a directory that is no password, but the wish to stay unknown, and it says yes. */
    static String password(LdapProperties ldap) {
        Path file = ldap.passwordFile();
        try {
            String password = file == null ? "" : Files.readString(file).strip();
            if (password.isEmpty()) {
                throw new IOException(file + " has no password");
            }
            return password;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected DirContext getDirContextInstance(Hashtable<String, Object> environment) throws NamingException {
        try {
            return TrustedSockets.by(sockets, () -> super.getDirContextInstance(environment));
        } catch (NamingException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
