package io.fateflow.worker.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.fateflow.worker.kubernetes.delivery.DeliveryDesk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeskOverTlsTest {

    @TempDir
    private Path directory;

    @Test
    void whoTrustsItsCertificateIsAnsweredAndNobodyElseSaysAnything() throws Exception {
        TestCertificate certificate = TestCertificate.in(directory);
        try (DeliveryDesk desk = desk(certificate, certificate.passwordFile())) {
            HttpRequest call = HttpRequest.newBuilder(
                            URI.create(desk.environment().get("FATE_DESK_URL") + "/runs/none/begin"))
                    .timeout(Duration.ofSeconds(20))
                    .build();

            assertThat(trusting(certificate)
                            .send(call, BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(404);
            assertThatThrownBy(() -> HttpClient.newHttpClient().send(call, BodyHandlers.discarding()))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void aKeystoreThatCannotBeOpenedIsNamed() throws IOException {
        TestCertificate certificate = TestCertificate.in(directory);
        Path wrong = Files.writeString(directory.resolve("wrong"), "guessed\n");

        assertThatThrownBy(() -> desk(certificate, wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("desk.keystore " + certificate.keys());
    }

    private static DeliveryDesk desk(TestCertificate certificate, Path password) throws IOException {
        return new DeskSettings(null, 0, "https://127.0.0.1", certificate.keys(), password).open("fate");
    }

    private static HttpClient trusting(TestCertificate certificate) throws Exception {
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(certificate.trust())) {
            authorities.load(in, TestCertificate.PASSWORD.toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
