package io.fateflow.federation.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PemKeysTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519"})
    void readsKeysOfTlsAndKnowsTheirOtherHalf(String kind) throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance(kind).generateKeyPair();
        KeyPair another = KeyPairGenerator.getInstance(kind).generateKeyPair();
        Path file = pem(pair.getPrivate().getEncoded());

        assertThat(PemKeys.tlsKey(file)).isEqualTo(pair.getPrivate());
        assertThat(PemKeys.arePair(PemKeys.tlsKey(file), pair.getPublic())).isTrue();
        assertThat(PemKeys.arePair(PemKeys.tlsKey(file), another.getPublic())).isFalse();
    }

    @Test
    void keysOfTwoKindsAreNoPair() throws GeneralSecurityException {
        KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
        KeyPair curve = KeyPairGenerator.getInstance("EC").generateKeyPair();

        assertThat(PemKeys.arePair(rsa.getPrivate(), curve.getPublic())).isFalse();
        assertThat(PemKeys.arePair(curve.getPrivate(), rsa.getPublic())).isFalse();
    }

    @Test
    void saysHowToMakeAKeyThatCanBeReadOfOneThatCannot() throws IOException {
        Path file = pem(new byte[] {1, 2, 3});

        assertThatThrownBy(() -> PemKeys.tlsKey(file)).hasMessageContaining("openssl pkcs8 -topk8 -nodes -in " + file);
    }

    private Path pem(byte[] der) throws IOException {
        return Files.writeString(
                directory.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                        .formatted(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)));
    }
}
