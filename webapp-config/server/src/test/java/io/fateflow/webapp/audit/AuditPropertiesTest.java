package io.fateflow.webapp.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.fateflow.engine.audit.chain.ChainKeys;
import io.fateflow.federation.auth.PemKeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AuditPropertiesTest {

    private static AuditProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("fate.audit", AuditProperties.class);
    }

    @Test
    void hasNoFormerKeysAndAdoptsNothingUnlessToldTo() {
        assertThat(bound(Map.of())).isEqualTo(new AuditProperties(List.of(), Duration.ofHours(1), false));
        assertThat(bound(Map.of("fate.audit.former-public-keys", "a.pem,b.pem", "fate.audit.adopt-unsigned", "true")))
                .isEqualTo(new AuditProperties(List.of(Path.of("a.pem"), Path.of("b.pem")), Duration.ofHours(1), true));
    }

    @Test
    void aSiteSignsWithItsKeyAndKnowsThoseThatItHasHad(@TempDir Path folder) throws Exception {
        KeyPair now = pair();
        KeyPair former = pair();
        Path own = folder.resolve("own.pem");
        Files.writeString(own, privatePem(now));
        Path old = folder.resolve("old.pem");
        Files.writeString(old, PemKeys.pem(former.getPublic()));

        ChainKeys keys = new AuditProperties(List.of(old), Duration.ZERO, false).keys(own, 10000);

        assertThat(keys.partyId()).isEqualTo("10000");
        assertThat(keys.publicKeys()).containsExactly(former.getPublic(), now.getPublic());
        assertThat(keys.signer().sign("text")).isNotEmpty();
        assertThat(keys.adoptsUnsigned()).isFalse();
    }

    @Test
    void aSiteWithoutAKeySignsNothingAndAFileThatIsNoKeyIsNamed(@TempDir Path folder) throws IOException {
        ChainKeys none = new AuditProperties(List.of(), Duration.ofHours(1), false).keys(null, 0);
        assertThat(none.signer().sign("text")).isEmpty();
        assertThat(none.adoptsUnsigned()).isTrue();

        Path noKey = Files.writeString(folder.resolve("no.pem"), "no key");
        assertThatThrownBy(() -> new AuditProperties(List.of(noKey), Duration.ZERO, false).keys(null, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no.pem");
    }

    private static KeyPair pair() throws NoSuchAlgorithmException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static String privatePem(KeyPair pair) {
        return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                .formatted(
                        Base64.getMimeEncoder().encodeToString(pair.getPrivate().getEncoded()));
    }
}
