package io.fateflow.webapp.ldap;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

import io.fateflow.federation.directory.TlsFiles;
import io.fateflow.webapp.federation.Certificates;
import io.fateflow.webapp.security.AccountsAwayException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Nobody's password goes to who only says that he is the directory. */
@Tag("slow")
class DirectoryOverTlsTest {

    private static final char[] STORE = "store".toCharArray();

    @TempDir
    private static Path place;

    private static Certificates authority;
    private static Certificates another;
    private static InMemoryDirectory tls;
    private static InMemoryDirectory startTls;

    @BeforeAll
    static void start() throws Exception {
        authority = new Certificates(place, "authority");
        another = new Certificates(place, "another");
        Path keys = keys(authority.site("directory").files());
        tls = InMemoryDirectory.tls(place, keys, STORE);
        startTls = InMemoryDirectory.startTls(place, keys, STORE);
    }

    @AfterAll
    static void stop() {
        tls.close();
        startTls.close();
    }

    private static Path keys(TlsFiles files) throws Exception {
        KeyStore store = new PemSslStoreBundle(
                        PemSslStoreDetails.forCertificate(Objects.requireNonNull(files.certificate())
                                        .toUri()
                                        .toString())
                                .withPrivateKey(Objects.requireNonNull(files.privateKey())
                                        .toUri()
                                        .toString())
                                .withPassword(new String(STORE)),
                        null)
                .getKeyStore();
        Path file = place.resolve("keys.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, STORE);
        }
        return file;
    }

    private static Directory asking(String way, String host, Path trusted) {
        boolean whole = way.equals("ldaps");
        InMemoryDirectory server = whole ? tls : startTls;
        return new Directory(
                DirectoryTest.properties(
                        server,
                        Map.of(
                                "url", (whole ? "ldaps://" : "ldap://") + host + ":" + server.port(),
                                "start-tls", Boolean.toString(!whole),
                                "certificates", trusted.toString())),
                Clock.systemUTC());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ldaps", "StartTLS"})
    void anAccountLogsInOverTls(String way) {
        Directory directory = asking(way, "127.0.0.1", authority.authority());

        assertThat(directory.find("alice", InMemoryDirectory.PASSWORD)).isPresent();
        assertThat(directory.find("alice", "wrong")).isEmpty();
        assertThat(directory.find("Olga")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ldaps", "StartTLS"})
    void aCertificateOfAnotherAuthorityIsNotTrusted(String way) {
        Directory directory = asking(way, "127.0.0.1", another.authority());

        assertThatThrownBy(() -> directory.find("alice", InMemoryDirectory.PASSWORD))
                .isInstanceOf(AccountsAwayException.class)
                .hasStackTraceContaining("unable to find valid certification path");
    }

    /** The certificate is for 127.0.0.1, and localhost is not in it. */
    @ParameterizedTest
    @ValueSource(strings = {"ldaps", "StartTLS"})
    void aCertificateOfAnotherHostIsNotTrusted(String way) {
        Directory directory = asking(way, "localhost", authority.authority());

        assertThatThrownBy(() -> directory.find("alice", InMemoryDirectory.PASSWORD))
                .isInstanceOf(AccountsAwayException.class)
                .hasStackTraceContaining("localhost");
    }
}
